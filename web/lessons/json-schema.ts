/** lesson.schema.json, generated from the description when the site and the package are built. */

import { asJsonSchema } from '../scene/json-schema.ts';
import { type JsonSchema, required } from '../scene/schema.ts';
import { lessonFile } from './description.ts';

export const lessonJsonSchema = (): JsonSchema =>
  asJsonSchema(required(lessonFile, {}), {
    $id: 'lesson.schema.json',
    title: 'Lesson',
    description:
      'A lesson that the page opens: its scenes, what to do in them, and its words in one language. That ids are there once, that terms are in the glossary, and that scenes can be computed is checked when it is opened.',
  });
