/**
 * What the package's modules import first under the condition `development`. Development servers bundle packages ahead into
 * a folder of their own, where the WebAssembly is not beside the script: here a script holds it. As in every script that does,
 * there is plain SIMD only.
 */

import { takeModulesFrom } from './module.ts';
import * as inlined from './module-inlined.ts';

takeModulesFrom(inlined);
