/** What trains: fetched when somebody presses the button. */
import type { Training } from '../../training/index.ts';

export const fetchTraining = async (): Promise<Training> => {
  const { loadTraining } = await import('../../training/load.ts');
  return loadTraining();
};
