import type { video as english } from '../en/video.ts';

export const video: typeof english = {
  about: {
    encoder: (seconds) =>
      `El escenario como vídeo de ${seconds} segundos, hecho imagen por imagen: este diálogo queda abierto entretanto.`,
    recorder: (seconds) =>
      `El escenario como vídeo de ${seconds} segundos, grabado mientras se reproduce fuera de la vista: este diálogo queda abierto entretanto.`,
  },
  make: (name) => `Hacer ${name}`,
  making: 'Se está haciendo el vídeo…',
  progress: 'Hecho hasta ahora',
  soFar: (seconds, all) => `${seconds} de ${all} s`,
  cancel: 'Cancelar',
  cancelled: 'Cancelado: no se guardó nada.',
  none: 'Este navegador no hace vídeos de lo que dibuja una página (no tiene WebCodecs ni MediaRecorder). El SVG de arriba se reproduce dondequiera que una página muestre una imagen.',
};
