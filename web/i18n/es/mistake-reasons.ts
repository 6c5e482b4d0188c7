import type { mistakeReasons as english } from '../en/mistake-reasons.ts';

export const mistakeReasons: typeof english = {
  'whole-matrix-softmax':
    'El softmax es cosa de una fila: cada consulta reparte su propia atención, y sus pesos suman 1. Una suma sin eje suma la matriz entera, así que todas las consultas comparten un solo 1. Dentro de una fila las proporciones parecen buenas, pero cada salida encoge, y cuánto oye un token depende de las puntuaciones de todos los demás. Se arregla sumando por el último eje y conservándolo (axis=-1, keepdims=True).',
  'wrong-axis-values':
    'Un peso es de una clave y multiplica el valor entero de esa clave. Escrito como weights * values, la fila de pesos se alinea con las columnas de los valores: el primer número de cada valor recibe el primer peso, el segundo, el segundo. Nada protesta mientras haya tantas claves como números en un valor. Se arregla con un producto de matrices, weights @ values, o poniendo los pesos de pie, en columna.',
  'no-transpose':
    'Una puntuación compara una consulta con una clave, número a número. Sin la traspuesta, la consulta se multiplica por una columna de las claves: un número de cada uno de varios tokens, que no es de ninguno. Solo funciona porque resulta que hay tantas claves como números en una clave; con un token más sería un error. Se arregla con q @ k.T y probando con formas que sean distintas.',
  'no-scale':
    'Una puntuación es una suma de d_k productos; cuanto más largos son los vectores, más se dispersan: su varianza crece con d_k. El softmax le da entonces casi todo a una clave y, al entrenar, por esa fila apenas pasa gradiente. Con vectores cortos la diferencia es pequeña, y por eso es fácil no notar el olvido. Dividir entre √d_k mantiene la varianza cerca de 1, por largos que sean los vectores.',
  'model-scale':
    'Lo que cuenta es cuántos productos se han sumado en una puntuación, y en una cabeza son d_k, no d_model. Con varias cabezas d_model es H veces mayor, así que las puntuaciones quedan √H veces demasiado pequeñas y los pesos salen más planos de lo debido. Con una sola cabeza los dos suelen ser el mismo número, y el despiste solo se ve al añadir la segunda.',
  'zero-mask':
    'La máscara actúa antes del softmax, y ahí 0 es una puntuación como otra cualquiera: su exponencial es 1, así que la clave escondida recibe peso, a menudo más que una visible con puntuación negativa. Solo la exponencial de −∞ es 0. Un modelo entrenado así ve el futuro que tendría que predecir, y no sabe qué hacer cuando el futuro falta de verdad.',
  'mask-after-softmax':
    'Para entonces el softmax ya ha repartido toda la atención, también entre las claves escondidas. Poner sus pesos a 0 tira esa parte: las filas ya no suman 1 y las salidas encogen, sobre todo las de los primeros tokens, que son los que menos claves ven. Además, las puntuaciones escondidas siguen decidiendo cuánto valen los pesos visibles. Enmascara antes, con −∞, y el softmax repartirá 1 entre lo que se ve.',
  'overflow-softmax':
    'Las exponenciales crecen deprisa: en float32 todo lo que pasa de unos 88 es ∞, e ∞ entre ∞ no es un número (NaN), que luego se extiende a todo resultado que toca. Restar antes la mayor puntuación de la fila no cambia ningún peso, porque el softmax solo ve diferencias, y deja la mayor exponencial en 1 exacto. Con puntuaciones pequeñas las dos maneras coinciden, así que el error espera a la primera grande.',
  'swapped-qk':
    'Consultas y claves tienen la misma forma, y nada protesta cuando cambian de sitio; las puntuaciones solo quedan puestas de lado. Pero el softmax va por filas: ahora cada fila tiene lo que todos los tokens preguntan a uno, y no lo que uno pregunta a todos. Los pesos suman 1 y parecen igual de buenos, y con una máscara causal cada token reparte su atención según las preguntas de otros.',
};
