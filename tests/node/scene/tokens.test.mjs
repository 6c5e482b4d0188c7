import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { withWordEnds } = await bundle('web/scene/tokenize.ts');
const { isByCharacter, withEnds, withoutEnds } = await bundle('web/scene/unspaced.ts');
const { defaultScene, keyTokens, resolveTokens, tokenize } = await bundle('web/scene/index.ts');

const family = '👩‍👩‍👧‍👦';
const cut = [
  ['words, without punctuation', 'Hello, world! (Really?)', ['Hello', 'world', 'Really']],
  ['apostrophes of both kinds stay inside words', "The animal didn't; it’s", ['The', 'animal', "didn't", 'it’s']],
  ['numbers stay whole', 'pi is 3.14, not 1,000', ['pi', 'is', '3.14', 'not', '1,000']],
  [
    'emoji are tokens, and sequences joined with ZWJ stay whole',
    `a ${family} b👍🏽!🇳🇱`,
    ['a', family, 'b', '👍🏽', '🇳🇱'],
  ],
  ['keycaps and hearts with a variation selector stay whole', '1️⃣ ❤️', ['1️⃣', '❤️']],
  ['symbols of mathematics and money are tokens', '2 + 2 = 4 €', ['2', '+', '2', '=', '4', '€']],
  ['Arabic', 'القط جلس على السجادة', ['القط', 'جلس', 'على', 'السجادة']],
  ['Hebrew, with marks of direction around it', '\u200f שלום עולם \u200e', ['שלום', 'עולם']],
  ['accents, composed or not, as they were typed', 'café cafe\u0301', ['café', 'cafe\u0301']],
  ['Cyrillic, Greek, Devanagari and Korean', 'кошка γάτα बिल्ली 고양이', ['кошка', 'γάτα', 'बिल्ली', '고양이']],
  ['words with an underscore', 'snake_case __proto__', ['snake_case', '__proto__']],
  ['nothing', '', []],
  ['white space and invisible characters', ' \n\t\u00a0\u200b\ufeff\0', []],
  ['only punctuation', '… —!?', []],
];

describe('a sentence is cut into tokens', () => {
  for (const [what, sentence, tokens] of cut) {
    it(what, () => assert.deepEqual(tokenize(sentence, {}), tokens));
  }
  it('Chinese, Japanese and Thai are cut into words, with nothing lost', () => {
    for (const sentence of ['猫坐在垫子上', '吾輩は猫である', 'แมวนั่งบนเสื่อ']) {
      const tokens = tokenize(sentence, {});
      assert.ok(tokens.length > 1, tokens.join('|'));
      assert.equal(tokens.join(''), sentence);
    }
  });
  it('punctuation is kept where the tokenizer says so, white space never', () => {
    assert.deepEqual(tokenize('Well, “yes”.\n', { punctuation: true }), ['Well', ',', '“', 'yes', '”', '.']);
  });
  it('lower case is the same whatever the language of the host', () => {
    assert.deepEqual(tokenize('The TITLE Straße ΣΑΣ', { lowercase: true }), ['the', 'title', 'straße', 'σας']);
  });
  it('another locale can be asked for', () => assert.deepEqual(tokenize('een twee', {}, 'nl'), ['een', 'twee']));
  it('without Intl.Segmenter it is an error, and nothing else is tried', () => {
    const { Segmenter } = Intl;
    delete Intl.Segmenter;
    try {
      assert.throws(() => tokenize('a b', {}), { code: 'unsupported', path: '/sentence' });
    } finally {
      Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true });
    }
  });
});

describe('from version 2 on, words that look the same are the same token', () => {
  const alike = [
    ['a composed and a decomposed accent', 'café', 'cafe\u0301', 'café'],
    ['two marks in either order', 'ệ', 'e\u0323\u0302', 'ệ'],
    ['a decomposed Korean syllable', '한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국'],
    ['the sign of ångström and the letter', 'Å', '\u212b', 'Å'],
    ['a zero-width space', 'cat', 'c\u200bat', 'cat'],
    ['a byte order mark', 'cat', '\ufeffcat', 'cat'],
    ['a soft hyphen', 'attention', 'atten\u00adtion', 'attention'],
    ['a word joiner', 'cat', 'cat\u2060', 'cat'],
    ['a grapheme joiner', 'cat', 'ca\u034ft', 'cat'],
    ['a joiner between Latin letters', 'cat', 'c\u200da\u200ct', 'cat'],
    ['a variation selector behind a letter', 'cat', 'cat\ufe0f', 'cat'],
    ['marks of direction', 'cat', '\u202ecat\u202c', 'cat'],
    ['a tag behind a letter', 'cat', 'cat\u{e0041}', 'cat'],
    ['a control character', 'cat', 'ca\u0007t', 'cat'],
    ['a ligature', 'find', '\ufb01nd', 'find'],
    ['full-width letters', 'cat', '\uff43\uff41\uff54', 'cat'],
    ['half-width katakana', 'ネコ', '\uff88\uff7a', 'ネコ'],
    ['full-width digits', '12', '\uff11\uff12', '12'],
    ['a typographic apostrophe', "don't", 'don’t', "don't"],
    ['an opening quotation mark as an apostrophe', "don't", 'don‘t', "don't"],
    ['a letter apostrophe', "don't", 'don\u02bct', "don't"],
    ['an acute accent as an apostrophe', "don't", 'don´t', "don't"],
    ['a full-width apostrophe', "don't", 'don\uff07t', "don't"],
  ];
  for (const [what, plain, odd, token] of alike) {
    it(what, () => {
      assert.deepEqual(tokenize(`${plain} ${odd}`, { version: 2 }), [token, token]);
      // What an earlier scene wrote keeps its numbers.
      assert.deepEqual(tokenize(odd, {}), tokenize(odd, { version: 1 }));
    });
  }
  const kept = [
    ['an emoji joined with ZWJ', family, [family]],
    ['an emoji with a selector, and a keycap', '❤\ufe0f 1\ufe0f\u20e3', ['❤\ufe0f', '1\ufe0f\u20e3']],
    [
      'the flag of Scotland, which has tags',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ],
    ['a Persian word with its non-joiner', 'می\u200cخواهم', ['می\u200cخواهم']],
    ['an Indic conjunct with its joiner', 'क्\u200dष', ['क्\u200dष']],
    ['letters that look alike but belong to two scripts', 'a а', ['a', 'а']],
    ['accents that make another word', 'si sí', ['si', 'sí']],
    ['words on two lines', 'the\ncat\r\nsat', ['the', 'cat', 'sat']],
    ['quotation marks', '‘cat’ “sat”', ['cat', 'sat']],
  ];
  for (const [what, sentence, tokens] of kept) {
    it(`what can be seen stays: ${what}`, () => assert.deepEqual(tokenize(sentence, { version: 2 }), tokens));
  }
  it('given tokens stay as they are', () => {
    const tokens = ['café', 'cafe\u0301'];
    assert.deepEqual(resolveTokens({ version: 1, tokens, tokenizer: { version: 2 } }), tokens);
  });
});

describe('the tokens of a scene', () => {
  const of = (sentence, tokenizer = {}) => resolveTokens({ ...defaultScene, sentence, tokenizer });
  it('are those of its sentence', () => {
    assert.deepEqual(resolveTokens(defaultScene), [
      'the',
      'animal',
      "didn't",
      'cross',
      'the',
      'street',
      'because',
      'it',
      'was',
      'too',
      'tired',
    ]);
    assert.equal(resolveTokens(defaultScene)[defaultScene.view.focus], 'it');
  });
  it('are its own if it has them, in lower case if it says so', () => {
    const { sentence: _, ...rest } = defaultScene;
    assert.deepEqual(resolveTokens({ ...rest, tokens: ['Input 1', 'A b'] }), ['input 1', 'a b']);
    assert.deepEqual(resolveTokens({ ...rest, tokenizer: {}, tokens: ['Input 1', '…'] }), ['Input 1', '…']);
  });
  it('are never empty: the error says what to do', () => {
    assert.throws(() => of(''), { code: 'empty', path: '/sentence', message: /the sentence is empty; type a word/ });
    assert.throws(() => of(' \n'), { code: 'empty', message: /is empty/ });
    assert.throws(() => of('?!'), { code: 'empty', message: /only punctuation/ });
    assert.deepEqual(of('?!', { punctuation: true }), ['?', '!']);
    assert.deepEqual(of('one'), ['one']);
  });
  it('are never cut short: 10 000 of them are an error that says how many', () => {
    assert.throws(() => of('a '.repeat(10_000)), {
      code: 'too-large',
      path: '/sentence',
      message: /10000 tokens; the limit is 8192 \(the weights of one head would take 381 MiB\)/,
    });
    assert.equal(of('a '.repeat(8192)).length, 8192);
    assert.throws(() => of('a '.repeat(8193)), { message: /8193 tokens/ });
  });
});

describe('the tokens of the keys', () => {
  it('are the scene’s own without an encoder', () => {
    assert.deepEqual(keyTokens(defaultScene), resolveTokens(defaultScene));
  });
  it('are the encoder’s, cut by the same tokenizer', () => {
    const encoder = { sentence: 'Le chat dort.' };
    assert.deepEqual(keyTokens({ ...defaultScene, encoder }), ['le', 'chat', 'dort']);
    const tokenizer = { punctuation: true };
    assert.deepEqual(keyTokens({ ...defaultScene, tokenizer, encoder }), ['Le', 'chat', 'dort', '.']);
    assert.deepEqual(keyTokens({ ...defaultScene, encoder: { tokens: ['Input 1'] } }), ['input 1']);
    assert.equal(resolveTokens({ ...defaultScene, encoder }).length, 11);
  });
  it('are refused at the encoder’s sentence', () => {
    const of = (sentence) => keyTokens({ ...defaultScene, encoder: { sentence } });
    assert.throws(() => of('…'), { code: 'empty', path: '/encoder/sentence', message: /encoder's sentence has only/ });
    assert.throws(() => of('a '.repeat(8193)), { code: 'too-large', path: '/encoder/sentence', message: /8193.*8192/ });
  });
});

describe('from version 3 on, a sentence marks the words of scripts without spaces', () => {
  const latest = { version: 3 };
  const sentences = ['我们学习自注意力', 'I like 寿司 and ラーメン', 'แมวนั่งบนเสื่อ', 'ແມວນັ່ງຢູ່ເທິງ', 'ឆ្មាអង្គុយលើ', '猫'];

  for (const sentence of sentences) {
    it(`“${sentence}” has the words of the dictionary, and looks as before`, () => {
      const marked = withWordEnds(sentence);
      assert.deepEqual(tokenize(marked, latest), tokenize(sentence, { version: 2 }));
      assert.equal(withoutEnds(marked), sentence);
      assert.equal(withWordEnds(marked), marked);
      assert.equal(isByCharacter(marked), false);
    });
  }

  it('the marks decide, not the dictionary', () => {
    assert.deepEqual(tokenize('我们学\u200b习自\u200b', latest), ['我们学', '习自']);
  });
  it('without marks, each character with its marks is a token', () => {
    assert.deepEqual(tokenize('猫が cat', latest), ['猫', 'が', 'cat']);
    assert.deepEqual(tokenize('นั่ง', latest), ['นั่', 'ง']);
    assert.deepEqual(tokenize('ឆ្មា', latest), ['ឆ្មា']);
    assert.equal(isByCharacter('猫が'), true);
  });
  it('without a dictionary, nothing is marked', () => {
    assert.equal(
      withEnds('我们学习', (text) => [text]),
      '我们学习',
    );
  });
  it('elsewhere the mark is invisible', () => {
    assert.deepEqual(tokenize('foo\u200bbar', latest), ['foobar']);
  });
});
