import type { elementTraining as english } from '../../en/element/training.ts';

export const elementTraining: typeof english = {
  aboutTask: (task) => `Pulsa «Entrenar» y mira cómo el modelo aprende la tarea «${task}».`,
  aboutWeights: 'Pulsa «Entrenar» y el descenso de gradiente busca parámetros que den los pesos del objetivo.',
  aboutLoss: 'Pulsa «Entrenar» y el descenso de gradiente busca parámetros que hagan menor la pérdida.',
  train: 'Entrenar',
  resume: 'Seguir',
  pause: 'Pausa',
  restart: 'Empezar de nuevo',
  step: 'Paso',
  of: (step, most) => `${step} de ${most}`,
  loss: 'Pérdida',
  accuracy: 'Aciertos',
  curve: 'Pérdida después de cada paso, en escala logarítmica',
  curveValue: (step, loss) => `paso ${step}: pérdida ${loss}`,
  phases: {
    loading: 'Cargando el entrenamiento …',
    running: 'Entrenando.',
    paused: 'En pausa.',
    done: 'Hecho: se han dado todos los pasos.',
    reached: 'Hecho: los pesos son los del objetivo.',
    notFinite: 'Detenido: la pérdida ya no es un número. Ves el último estado bueno.',
  },
  faults: {
    unread: (_, value) => `training no es JSON: ${value}`,
    unknown: (key, all) => `training nombra ${key}; usa uno de: ${all}`,
    twice: (key) => `training tiene ${key} dos veces; da solo uno`,
    unused: (key, other) => `training: ${key} no tiene efecto con ${other}; quita uno de los dos`,
    number: (key, value) => `training: ${key} es ${value}; tiene que ser un número`,
    steps: (_, value) => `training: steps es ${value}; tiene que ser un número entero de 1 a 100000`,
  },
};
