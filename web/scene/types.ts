/** The types of a scene and its parts, derived from description.ts. */
import type { mistakes } from './attention-description.ts';
import type { scene } from './description.ts';
import type { ValueOf } from './schema.ts';
import type { Rows } from './values.ts';

export { mistakes } from './attention-description.ts';
export type { Rows };

export interface Scene extends ValueOf<typeof scene> {}

type Part<Key extends keyof Scene> = NonNullable<Scene[Key]>;
type Kind<Union, Name> = Extract<Union, { readonly kind: Name }>;

export type Tokenizer = Part<'tokenizer'>;
/** Cross-attention: keys and values come from this sequence, queries from the scene's own. */
export type Encoder = Part<'encoder'>;
export type Embedding = Scene['embedding'];
export type Positions = Part<'positions'>;
export type Parameters = Scene['parameters'];
export type Attention = Scene['attention'];
export type Mask = NonNullable<Attention['mask']>;
export type Score = NonNullable<Attention['score']>;
export type Block = Part<'block'>;
export type FeedForward = NonNullable<Block['feedForward']>;
export type View = Part<'view'>;
export type Mistake = (typeof mistakes)[number];

type RandomEmbedding = Kind<Embedding, 'random'>;
export type Distribution = RandomEmbedding['distribution'];
/** How to fill a random tensor: uniform in [low, high), or normal with mean and std. */
export type Draw = Pick<RandomEmbedding, 'low' | 'high' | 'mean' | 'std'>;
export type Initialiser = Kind<Parameters, 'random'>['init'];
/** One layer of somebody else's model. */
export type GivenLayer = NonNullable<Kind<Embedding, 'qkv'>['layers']>[number];
/** The parameters of one layer as matrices. */
export type GivenMatrices = Kind<Parameters, 'stack'>['layers'][number];
