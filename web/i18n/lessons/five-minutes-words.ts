/**
 * What differs in the text of "Attention in five minutes" with the sentence that it is about, each as the text says it. The words
 * have their quotation marks.
 */
export interface FiveMinutesWords {
  /** The pronoun. */
  readonly it: string;
  readonly tired: string;
  readonly wide: string;
  /** The thing that is not crossed: as the sentence has it, and as the text speaks of it. */
  readonly street: string;
  readonly theStreet: string;
  readonly aStreet: string;
  /** The sentence in the language of the text. */
  readonly retold: string;
  /** The end of the sentence with the other last word, and why it is the thing that is meant then. */
  readonly ending: string;
  readonly whyStreet: string;
  /** Who made the words' rows. */
  readonly made: string;
  readonly credit: string;
  /** Words that lead back to the animal. */
  readonly others: string;
}
