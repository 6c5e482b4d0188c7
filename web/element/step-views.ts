/** Pictures that few scenes have; their tags stand empty until this has come. */
import '../i18n/pictures.ts';
import '../views/distance.ts';
import '../views/waves.ts';
import '../views/weighted.ts';
