/** The reasons for which the server builds a site as by one Jekyll, and what is wrong with its theme, in the user's language. */

import { textsOf } from '../text/text.js'

const en = {
  asked: 'jekyll_version in _config.yml says so.',
  locked: 'Gemfile.lock has Jekyll {name}.',
  kept: 'It has no Gemfile, and is older than the rule that such sites are built as by GitHub Pages.',
  'no-gemfile': 'It has no Gemfile, as sites that GitHub Pages builds.',
  pages: 'Its Gemfile has the gem github-pages.',
  open: 'Its Gemfile leaves the version of Jekyll open.',
  wanted: 'Its Gemfile asks for Jekyll {name}.',
  'theme.missing': 'The theme “{name}” is not here, so pages are built without its layouts.',
  'theme.other': 'Another version of the theme “{name}” than the one the site asks for is used.',
}

type Name = keyof typeof en

const de: Readonly<Record<Name, string>> = {
  asked: 'So steht es bei jekyll_version in _config.yml.',
  locked: 'In Gemfile.lock steht Jekyll {name}.',
  kept: 'Sie hat kein Gemfile und ist älter als die Regel, dass solche Websites wie von GitHub Pages gebaut werden.',
  'no-gemfile': 'Sie hat kein Gemfile, wie Websites, die GitHub Pages baut.',
  pages: 'In ihrem Gemfile steht das Gem github-pages.',
  open: 'Ihr Gemfile lässt die Version von Jekyll offen.',
  wanted: 'Ihr Gemfile verlangt Jekyll {name}.',
  'theme.missing': 'Das Theme „{name}“ ist nicht hier, darum entstehen Seiten ohne seine Layouts.',
  'theme.other': 'Vom Theme „{name}“ wird eine andere Version verwendet, als die Website verlangt.',
}

const jekyllText = textsOf({ en, de })

type Known = readonly (readonly [RegExp, Name])[]

const REASONS: Known = [
  [/^jekyll_version in _config\.yml says so/, 'asked'],
  [/^Gemfile\.lock has Jekyll (.+)\.$/, 'locked'],
  [/^It has no Gemfile, and is older/, 'kept'],
  [/^It has no Gemfile, as sites/, 'no-gemfile'],
  [/^Its Gemfile has the gem github-pages/, 'pages'],
  [/^Its Gemfile leaves the version of Jekyll open/, 'open'],
  [/^Its Gemfile asks for Jekyll (.+)\.$/, 'wanted'],
]

const PROBLEMS: Known = [
  [/^The (?:remote )?theme '(.+?)' is not available/, 'theme.missing'],
  [/^The site asks for another version of (.+) than /, 'theme.other'],
  [/^Gemfile\.lock has (\S+) \S+, which is not here/, 'theme.other'],
]

/** Why a site is built as by its Jekyll; null for an unknown reason. */
export const jekyllReason = (text: string): string | null => find(REASONS, text)

/** What is wrong with a theme, in short; null for an unknown problem. */
export const themeProblem = (text: string): string | null => find(PROBLEMS, text)

function find(known: Known, text: string): string | null {
  for (const [pattern, key] of known) {
    const match = pattern.exec(text)
    if (match) return jekyllText(key, { name: match[1] ?? '' })
  }
  return null
}
