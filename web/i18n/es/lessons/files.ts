export const lessonFiles = {
  own: 'Tus lecciones',
  open: 'Abrir un archivo de lección…',
  drop: 'o suelta uno aquí',
  save: (title: string) => `Guardar «${title}» como archivo`,
  saved: (name: string) => `Guardado como ${name}.`,
  reading: (name: string) => `Leyendo ${name} …`,
  opened: (title: string) => `La lección «${title}» está abierta.`,
  refused: (name: string, why: string, path: string) =>
    path === '' ? `${name} no se ha abierto: ${why}.` : `${name} no se ha abierto: ${why} (${path}).`,
  tooLarge: (bytes: number, limit: number) =>
    `tiene ${bytes.toLocaleString('es')} bytes, pero el límite es ${limit.toLocaleString('es')}`,
  notText: 'no es texto en UTF-8',
  unreadable: 'el navegador no ha podido leerlo',
  noNumber: (tensor: string, index: string) => `su escena no tiene ningún número ${tensor}[${index}] que adivinar`,
  tooManyCells: (cells: number, limit: number) =>
    `sus condiciones comparan ${cells} números de su escena; el límite es ${limit}. Elige una cabeza, una fila o una columna`,
  several: (count: number) => `Has elegido ${count} archivos. Abre solo uno.`,
  problems: {
    'the name of a tensor': 'el nombre de un tensor',
    'the name of a file, such as attention.py': 'el nombre de un archivo, como attention.py',
    'a JSON pointer into the scene, such as /attention/mask': 'un puntero JSON a la escena, como /attention/mask',
    'lower-case letters, digits and hyphens, as in my-lesson': 'letras minúsculas, cifras y guiones, como en my-lesson',
    'a place such as control:attention.mask, step:scores or cell:weights:0,0,1':
      'un lugar como control:attention.mask, step:scores o cell:weights:0,0,1',
    conditions: 'condiciones',
    choices: 'opciones',
    'an address with https://': 'una dirección con https://',
    links: 'enlaces',
    'the code of a language, such as en': 'el código de un idioma, como es',
    pages: 'páginas',
    challenges: 'retos',
    'scene is given, but the first page always has the scene of the lesson':
      'está scene, pero la primera página tiene siempre la escena de la lección',
    'the file holds {}; a lesson is an object': 'el archivo contiene {}; una lección es un objeto',
    'version is {}; only lessons of version 1 can be read':
      'version es {}; solo se pueden leer lecciones de la versión 1',
    'a lesson has no key {}; its keys are: {}': 'una lección no tiene la clave {}; sus claves son: {}',
    'id is {}, which is already used at {}': 'id es {}, que ya se usa en {}',
    'the lesson has {} conditions; the limit is {}': 'la lección tiene {} condiciones; el límite es {}',
    'the glossary has no {}; it has: {}': 'el glosario no tiene {}; tiene: {}',
    '{} is {}; it must be JSON': '{} es {}; tiene que ser JSON',
    '{} has none of the keys {}; give one': '{} no tiene ninguna de las claves {}; da una',
    '{} is missing; it is required beside {}': 'falta {}, que es obligatorio junto a {}',
    '{} is given, but the scene of a lesson file must not have it':
      'está {}, pero la escena de un archivo de lección no puede tenerlo',
  } as Readonly<Record<string, string>>,
};
