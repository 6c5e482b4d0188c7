import type { elementTraining as english } from '../../en/element/training.ts';

export const elementTraining: typeof english = {
  aboutTask: (task) => `Pulsa «Entrenar»: el modelo aprende la tarea «${task}» ante tus ojos.`,
  aboutWeights: 'Pulsa «Entrenar»: el descenso de gradiente busca parámetros que den los pesos que se quieren.',
  aboutLoss: 'Pulsa «Entrenar»: el descenso de gradiente busca parámetros que hagan menor la pérdida.',
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
    loading: 'Se está cargando lo que entrena …',
    running: 'Entrenando.',
    paused: 'En pausa.',
    done: 'Hecho: estos eran todos los pasos.',
    reached: 'Hecho: los pesos son los que se querían.',
    notFinite: 'Detenido: la pérdida ya no es un número. Lo que ves es el último estado que estaba bien.',
  },
  faults: {
    unread: (_, value) => `training no es JSON: ${value}`,
    unknown: (key, all) => `training nombra ${key}; hay: ${all}`,
    twice: (key) => `training tiene ${key} dos veces; da solo uno`,
    number: (key, value) => `training: ${key} es ${value}; tiene que ser un número`,
    steps: (_, value) => `training: steps es ${value}; tiene que ser un número entero de 1 a 100000`,
  },
};
