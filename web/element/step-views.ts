/** Pictures that few scenes have; their tags stand empty until this has come. */
import '../i18n/pictures.ts';
import '../views/steps/relative-distance.ts';
import '../views/plots/position-curves.ts';
import '../views/steps/weighted-values.ts';
