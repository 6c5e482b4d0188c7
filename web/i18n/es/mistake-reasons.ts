import type { mistakeReasons as english } from '../en/mistake-reasons.ts';

export const mistakeReasons: typeof english = {
  'whole-matrix-softmax':
    'El softmax va fila por fila: cada consulta reparte su propia atención, y sus pesos suman 1. Una suma sin eje suma la matriz entera, así que todas las consultas comparten un solo 1. Dentro de una fila las proporciones parecen correctas. Pero cada salida encoge, y cuánto depende de las puntuaciones de todos los demás tokens. Para arreglarlo, suma por el último eje y consérvalo (axis=-1, keepdims=True).',
  'wrong-axis-values':
    'Un peso es de una clave y multiplica el valor entero de esa clave. En weights * values, en cambio, la fila de pesos se alinea con las columnas de los valores: el primer número de cada valor recibe el primer peso; el segundo, el segundo. No hay ningún error mientras haya tantas claves como números en un valor. Para arreglarlo, usa un producto de matrices, weights @ values, o pon los pesos en columna.',
  'no-transpose':
    'Una puntuación compara una consulta con una clave, número a número. Sin la traspuesta, la consulta se multiplica por una columna de las claves, que tiene un número de cada uno de varios tokens. Solo funciona porque resulta que hay tantas claves como números en una clave. Con un token más sería un error. Para arreglarlo, usa q @ k.T y prueba con formas que sean distintas.',
  'no-scale':
    'Una puntuación es una suma de d_k productos, así que los vectores más largos dispersan más las puntuaciones: su varianza crece con d_k. El softmax le da entonces casi todo a una clave y, al entrenar, por esa fila apenas pasa gradiente. Con vectores cortos la diferencia es pequeña, y por eso el error es fácil de pasar por alto. Dividir entre √d_k mantiene la varianza cerca de 1, por largos que sean los vectores.',
  'model-scale':
    'Lo que cuenta es cuántos productos se suman en una puntuación. En una cabeza son d_k, no d_model. Con varias cabezas d_model es H veces mayor, así que las puntuaciones quedan √H veces demasiado pequeñas y los pesos, demasiado planos. Con una sola cabeza los dos suelen ser el mismo número, así que el error solo se ve al añadir la segunda.',
  'zero-mask':
    'La máscara actúa antes del softmax, donde 0 es una puntuación como otra cualquiera. Su exponencial es 1, así que la clave oculta recibe peso, a menudo más que una visible con puntuación negativa. Solo la exponencial de −∞ es 0. Un modelo entrenado así ve el futuro que tendría que predecir. Falla cuando el futuro falta de verdad.',
  'mask-after-softmax':
    'Para entonces el softmax ya ha repartido toda la atención, también entre las claves ocultas. Poner sus pesos a 0 tira esa parte. Las filas ya no suman 1 y las salidas encogen, sobre todo las de los primeros tokens, que son los que menos claves ven. Además, las puntuaciones ocultas siguen influyendo en los pesos visibles. Enmascara antes, con −∞, y el softmax repartirá 1 entre las claves visibles.',
  'overflow-softmax':
    'Las exponenciales crecen deprisa. En float32 la exponencial de lo que pasa de unos 88 es ∞, e ∞ entre ∞ no es un número (NaN), que luego se extiende a todo resultado que toca. Restar antes la mayor puntuación de la fila no cambia ningún peso, porque el softmax solo ve diferencias, y deja la mayor exponencial en 1 exacto. Con puntuaciones pequeñas las dos maneras coinciden, así que el error no se nota hasta la primera grande.',
  'swapped-qk':
    'Consultas y claves tienen la misma forma, así que intercambiarlas no da ningún error. Las puntuaciones solo quedan traspuestas. Pero el softmax va por filas, y ahora cada fila tiene lo que todos los tokens preguntan a uno, y no lo que uno pregunta a todos. Los pesos suman 1 y parecen igual de buenos. Con una máscara causal, cada token reparte su atención según las preguntas de otros.',
};
