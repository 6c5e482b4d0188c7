export const lessonFiles = {
  own: 'Lecciones propias',
  open: 'Abrir un archivo de lección…',
  drop: 'o suelta uno aquí',
  save: (title: string) => `Guardar «${title}» como archivo`,
  saved: (name: string) => `Guardado como ${name}.`,
  reading: (name: string) => `Leyendo ${name} …`,
  opened: (title: string) => `La lección «${title}» está abierta.`,
  refused: (name: string, why: string, path: string) =>
    path === '' ? `${name} no se ha abierto: ${why}.` : `${name} no se ha abierto: ${why} (${path}).`,
  tooLarge: (bytes: number, limit: number) =>
    `tiene ${bytes.toLocaleString('es')} bytes; el límite es ${limit.toLocaleString('es')}`,
  notText: 'no es texto en UTF-8',
  unreadable: 'el navegador no ha podido leerlo',
  noNumber: (tensor: string, index: string) => `su escena no tiene ningún número ${tensor}[${index}] que adivinar`,
  several: (count: number) => `Son ${count} archivos; abre uno cada vez.`,
  problems: {
    'the name of a tensor': 'el nombre de un tensor',
    'a JSON pointer into the scene, such as /attention/mask': 'un puntero JSON a la escena, como /attention/mask',
    'lower-case letters, digits and hyphens, as in my-lesson': 'letras minúsculas, cifras y guiones, como en my-lesson',
    'control:attention.mask, step:scores, cell:weights:0,0,1 or the like':
      'control:attention.mask, step:scores, cell:weights:0,0,1 o algo parecido',
    conditions: 'condiciones',
    choices: 'opciones',
    'an address with https://': 'una dirección con https://',
    links: 'enlaces',
    'the code of a language, such as en': 'el código de un idioma, como es',
    pages: 'páginas',
    challenges: 'retos',
    'scene is given; the first page has the scene of the lesson':
      'está scene; la primera página tiene la escena de la lección',
    'the file holds {}; a lesson is an object': 'el archivo contiene {}; una lección es un objeto',
    'version is {}; this reads lessons of version 1': 'version es {}; aquí se leen lecciones de la versión 1',
    'a lesson has no key {}; its keys are: {}': 'una lección no tiene la clave {}; sus claves son: {}',
    'id is {}, as at {}/{}': 'id es {}, como en {}/{}',
    'the lesson has {} conditions; the limit is {}': 'la lección tiene {} condiciones; el límite es {}',
    'the glossary has no {}; it has: {}': 'el glosario no tiene {}; tiene: {}',
    '{} is {}; it must be JSON': '{} es {}; tiene que ser JSON',
    '{} has none of the keys {}; it must have one': '{} no tiene ninguna de las claves {}; tiene que tener una',
    '{} is missing; it must be given where {} is': 'falta {}; tiene que estar donde está {}',
    '{} is given; a scene of a lesson in a file goes without it':
      'está {}; una escena de una lección en un archivo va sin ella',
  } as Readonly<Record<string, string>>,
};
