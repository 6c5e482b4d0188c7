/** As development.ts, for what trains. */
import { takeTrainingFrom } from './training-module.ts';
import * as inlined from './training-module-inlined.ts';

takeTrainingFrom(inlined);
