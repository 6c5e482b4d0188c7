/** The training module. It is loaded when the button is pressed. */
import type { Training } from '../../training/index.ts';

export const fetchTraining = async (): Promise<Training> => {
  const { loadTraining } = await import('../../training/load.ts');
  return loadTraining();
};
