import { assert } from 'chai'
import { checkPath, foldPath } from '../../src/content/paths.js'

const IGNORABLE = '\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u206a\u206f\ufeff\u00ad'.split(
  '',
)

/** Ways to write a letter that NFKC takes for the ASCII one. */
const LETTERS: readonly (readonly string[])[] = [
  ['.', '\uff0e', '\u2024'],
  ['g', 'G', '\uff47', '\u24d6'],
  ['i', 'I', '\uff49', '\u2170'],
  ['t', 'T', '\uff54', '\u24e3'],
]

function combinations(sets: readonly (readonly string[])[]): string[] {
  const [first, ...rest] = sets
  if (first === undefined) return ['']
  const tails = combinations(rest)
  return first.flatMap((head) => tails.map((tail) => head + tail))
}

/** More than 2,000 names that one file system or another takes for `.git`. */
function gitSpellings(): string[] {
  const plain = combinations(LETTERS)
  const ends = [
    '.',
    ' ',
    '...',
    ' . .',
    ':',
    '::$INDEX_ALLOCATION',
    ':$i30:$INDEX_ALLOCATION',
    ':x',
  ]
  const spellings = [...plain]
  for (const name of ['.git', '.GIT', '.Git', '.giT', 'git~1', 'GIT~1', 'Git~2', 'git~10'])
    spellings.push(name, ...ends.map((end) => name + end))
  for (const name of plain.slice(0, 40)) {
    for (const mark of IGNORABLE)
      for (let at = 0; at <= name.length; at++)
        spellings.push(name.slice(0, at) + mark + name.slice(at))
  }
  return spellings
}

describe('checkPath', () => {
  it('refuses every spelling of .git, at the top and below', () => {
    const spellings = [...new Set(gitSpellings())]
    assert.isAtLeast(spellings.length, 2000)
    for (const name of spellings) {
      const shown = JSON.stringify(name)
      assert.isNotNull(checkPath(name), shown)
      assert.isNotNull(checkPath(`a/${name}/config`), shown)
    }
  })

  const REFUSED = [
    '', '/', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a\\b', '..\\a', 'a\0b', 'a\nb', 'a\x7fb',
    'a\u0085b', 'e\u0301.md', '\ud800', 'x'.repeat(256), 'é'.repeat(128), 'a/'.repeat(512) + 'b',
  ] // prettier-ignore
  for (const path of REFUSED)
    it(`refuses ${JSON.stringify(path.slice(0, 30))}`, () => assert.isString(checkPath(path)))

  const TAKEN = [
    'a', 'a/b.md', '_config.yml', '.htaccess', '.github/x', '.gitignore', '.gitattributes', '.gitkeep', 'git', 'a.git',
    'digit~1', 'con.md', 'a b', 'ü/日本.md', '😀.md', '…', '...', 'a..b', 'x'.repeat(255), '%2e%2e', '-rf', '~', 'a:b',
  ] // prettier-ignore
  for (const path of TAKEN)
    it(`accepts ${JSON.stringify(path.slice(0, 30))}`, () => assert.isNull(checkPath(path)))
})

describe('foldPath', () => {
  const SAME: readonly [string, string][] = [
    ['README.md', 'readme.MD'], ['straße', 'STRASSE'], ['ΣΊΣΥΦΟΣ', 'σίσυφος'], ['É', 'é'], ['ſ', 's'],
  ] // prettier-ignore
  for (const [a, b] of SAME)
    it(`folds ${a} and ${b} together`, () => assert.equal(foldPath(a), foldPath(b)))
  it('distinguishes other paths', () => assert.notEqual(foldPath('a'), foldPath('á')))
})
