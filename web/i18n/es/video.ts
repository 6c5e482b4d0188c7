import type { video as english } from '../en/video.ts';

export const video: typeof english = {
  about: (seconds) =>
    `El escenario como vídeo de ${seconds} segundos, grabado mientras se reproduce fuera de la vista: este diálogo queda abierto entretanto.`,
  record: (name) => `Grabar ${name}`,
  recording: 'Grabando…',
  progress: 'Grabado',
  soFar: (seconds, all) => `${seconds} de ${all} s`,
  cancel: 'Cancelar',
  cancelled: 'Cancelado: no se guardó nada.',
  none: 'Este navegador no graba vídeos de lo que dibuja una página (no tiene MediaRecorder). El SVG de arriba se reproduce dondequiera que una página muestre una imagen.',
};
