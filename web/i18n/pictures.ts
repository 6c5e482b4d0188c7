/** Imported for its effect by the pictures that most scenes do not need. */
import { picturesLater as pictures } from './en/pictures-later.ts';
import { teach } from './held.ts';

teach({ pictures });
