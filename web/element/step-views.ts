/** Pictures that few scenes have; their tags stand empty until this has come. */
import '../views/steps/relative-distance.ts';
import '../views/plots/position-curves.ts';
import '../views/steps/weighted-values.ts';
