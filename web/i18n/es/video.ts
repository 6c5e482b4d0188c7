import type { video as english } from '../en/video.ts';

export const video: typeof english = {
  about: {
    encoder: (seconds) =>
      `El escenario como vídeo de ${seconds} segundos, hecho fotograma a fotograma. Mantén abierto este diálogo mientras tanto.`,
    recorder: (seconds) =>
      `El escenario como vídeo de ${seconds} segundos, grabado mientras se reproduce en segundo plano. Mantén abierto este diálogo mientras tanto.`,
  },
  preview: 'La última imagen de la película',
  make: (name) => `Crear ${name}`,
  making: 'Creando el vídeo…',
  progress: 'Hecho hasta ahora',
  soFar: (seconds, all) => `${seconds} de ${all} s`,
  cancel: 'Cancelar',
  cancelled: 'Cancelado. No se ha guardado nada.',
  none: 'Este navegador no puede hacer vídeos, porque no tiene WebCodecs ni MediaRecorder. El SVG de arriba se reproduce dondequiera que una página muestre una imagen.',
};
