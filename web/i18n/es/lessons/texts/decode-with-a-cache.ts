import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['decode-with-a-cache'],
  credit:
    'Compartir claves y valores es idea de Noam Shazeer (2019) y de Joshua Ainslie y otros (2023); los sumideros de atención, de Guangxuan Xiao y otros (2023). Los números se han sorteado, y las escenas y el texto son nuestros.',
  pages: {
    'rows-stay': {
      title: 'Las filas anteriores no cambian',
      body: 'Un modelo de lenguaje escribe una palabra cada vez. La palabra nueva se añade al texto, y el modelo vuelve a leerlo para encontrar la siguiente.\n\nAquí dos capas leen «The cat sat on the» (el gato se sentó en la; la frase y los números son los mismos en todos los idiomas), con una [[mask|máscara]] causal: cada palabra se ve a sí misma y lo que hay antes. En la segunda capa, «sat» da a la primera «the» un peso de 0.45. Una palabra nueva añade una fila y una columna a los pesos. La columna nueva está oculta para todas las filas de arriba.',
      onScreen: 'Mira la fila de «sat» mientras escribes.',
      do: 'Añade una palabra al final de la frase. ¿Sigue ahí el 0.45?',
    },
    'used-once': {
      title: 'Las consultas se usan una vez',
      body: 'Así que solo hay que calcular una fila. ¿Qué necesita de las palabras anteriores? Calcúlalo con números enteros pequeños.\n\n«on» es la palabra nueva. Su [[query|consulta]] es [1, 3]. El modelo la multiplica por la [[key|clave]] de cada palabra. Las [[score|puntuaciones]] deciden cuánto toma «on» de cada [[value|valor]]. La clave de «cat» es [2, 1].',
      predict: {
        ask: '¿Qué puntuación tiene «on» con «cat»?',
        reveal:
          '1 · 2 + 3 · 1. Has usado la consulta de «on» y ninguna más. Las de «The», «cat» y «sat» sirvieron para sus propias filas y nadie vuelve a leerlas. Cada palabra posterior vuelve a leer las claves y los valores, así que el modelo los guarda. Eso es la caché KV.',
      },
    },
    'kept-and-saved': {
      title: 'Lo que una caché guarda y ahorra',
      body: 'Una [[kv-cache|caché]] guarda una clave y un valor de cada palabra, en cada capa y para cada cabeza. Aquí son 2 capas · 4 cabezas · (4 + 4) números de 4 bytes, es decir, 256 bytes por palabra. Con cinco palabras guarda 1280 bytes.\n\nAhorra multiplicaciones. La fila de la quinta palabra necesita 2368. Recalcular las cinco filas necesita 11 200, y la diferencia crece con cada palabra. En el paquete, `trace.decoding()` cuenta las dos cosas.',
      onScreen: 'El botón «Decodificar con caché» lee la frase palabra a palabra, con los dos costes.',
      do: 'Añade palabras a la frase hasta que la caché guarde al menos 2048 bytes. ¿Cuántas palabras son?',
    },
    'shared-keys': {
      title: 'Cabezas que comparten claves',
      body: 'En los modelos grandes, los textos largos llenan la memoria de claves y valores. Aquí, doce palabras ocupan 3072 bytes. Cuatro [[head|cabezas]] hacen cuatro preguntas, así que necesitan cuatro consultas. ¿Necesitan cuatro claves?\n\nEn la atención con consultas agrupadas (GQA), las cabezas comparten. Con 2 cabezas de claves y valores, las cabezas 1 y 2 leen las mismas, y las 3 y 4 también. La caché ocupa la mitad, 1536 bytes. Con una sola, es la atención multiconsulta (MQA). A cambio, las cabezas tienen menos margen para diferenciarse.',
      onScreen: 'Cada cabeza sigue teniendo sus propios pesos.',
      do: 'Cambia K/V en los controles para que la caché ocupe la cuarta parte de los 3072 bytes.',
    },
    window: {
      title: 'Una ventana y sumideros',
      body: 'Compartir claves abarata cada palabra, pero la caché sigue creciendo. Una ventana deslizante lo evita: una palabra solo se ve a sí misma y a unas pocas anteriores. Con 3 antes, nunca hay más de 4 claves en la caché, aquí 1024 bytes.\n\nLos pesos tienen que sumar uno. Una cabeza que no necesita nada tiene que ponerlos en algún sitio, y los modelos entrenados los ponen en las primeras palabras. Sin ellas, el texto deja de tener sentido. Por eso las primeras se quedan siempre. Se llaman sumideros de atención.',
      do: 'Elige la máscara de ventana con 0 después. Ajusta «Antes» y «Sumideros» para que «dog» vea exactamente cinco palabras, entre ellas la primera «the».',
    },
  },
  challenges: {
    'nothing-saved': {
      title: 'Donde una caché no ahorra nada',
      ask: 'Escribe una frase con la que la caché no ahorre ni una multiplicación. Cambia solo la frase.',
      hint: 'La caché ahorra las filas de las palabras anteriores.',
      done: 'La primera palabra no tiene filas anteriores. Lo mismo pasa con un texto inicial que se lee de una vez: todas sus filas son nuevas. La caché compensa desde la palabra siguiente.',
    },
    'tight-budget': {
      title: 'Doce palabras en 512 bytes',
      ask: 'La caché ocupa 3072 bytes. Bájala a 512, y que «dog» siga viendo ocho palabras, entre ellas la primera «the». Deja la frase, las cuatro cabezas y las dos capas.',
      hint: 'Ocho palabras pueden ocupar 64 bytes cada una. ¿Qué cambio abarata una palabra y cuál guarda menos palabras?',
      done: 'Una sola cabeza de claves y valores hace que cada palabra ocupe la cuarta parte, y una ventana con sumideros decide cuántas se guardan. Las dos reducciones se multiplican.',
    },
  },
};
