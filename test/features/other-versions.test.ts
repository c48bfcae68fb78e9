import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { declarationsOf } from '../parity/css.js'
import { readDocumented, requestOf, sourceOf } from './documented.js'
import { buildSite } from './site.js'

interface Other {
  readonly index: number
  readonly title: string
  readonly files?: Readonly<Record<string, string>>
  readonly failed?: string
}

/** By the title of a case why we do it in another way: see README.md of the builder. */
type Reasons = Readonly<Record<string, string>>

const NEWER: Reasons = {
  'configuration: file: modified': 'with the keys of a file in the order that 4.3 had',
  'variables: variable: file.path, file.modified_time, file.name, file.basename, file.extname':
    'with the keys of a file in the order that 4.3 had',
  'variables: variable: page.content, page.title, page.url, page.dir, page.name, page.path':
    'a blank of a table is no reference where a template begins with a number or nothing',
  'filters: filter: default': 'with `allow_false`, which stops Liquid 4.0',
  'tags: tag: #': 'the tag works, which stops Liquid 4.0',
  'tags: tag: liquid': 'the tag works, which stops Liquid 4.0',
  'tags: tag: echo': 'the tag works, which stops Liquid 4.0',
}

const OLDER: Reasons = {
  'configuration: config: markdown {"differs": "an unknown Markdown processor is a warning"}':
    'what stops Jekyll 3.10 works',
  'configuration: front matter: categories, tags {"differs": "a number for `categories` is none, and no error"}':
    'what stops Jekyll 3.10 works',
  'configuration: file: modified': 'with the keys of a file in the order that 4.3 had',
  'filters: filter: default': 'what stops Liquid 4.0 works',
  'filters: filter: where_exp': 'what stops Jekyll 3.10 works',
  'filters: filter: number_of_words': 'what stops Liquid 4.0 works',
  'filters: filter: sassify {"differs": "style sheets are printed as Sass\'s own compiler prints them"}':
    'style sheets are printed in one way',
  'filters: filter: scssify {"differs": "style sheets are printed as Sass\'s own compiler prints them"}':
    'style sheets are printed in one way',
  'filters: filter: group_by; filter: where; filter: sort; filter: group_by_exp':
    'what stops Jekyll 3.10 works',
  'frontmatter: front matter: render_with_liquid': 'what stops Jekyll 3.10 works',
  'kramdown: kramdown option: link_defs': 'what stops Jekyll 3.10 works',
  'newer: syntax: rules': 'what stops Jekyll 3.10 works',
  'newer: syntax: scssify with other letters {"differs": "style sheets are printed as Sass\'s own compiler prints them"}':
    'style sheets are printed in one way',
  'newer: syntax: scssify compressed {"differs": "style sheets are printed as Sass\'s own compiler prints them"}':
    'style sheets are printed in one way',
  'permalinks: placeholder: year, short_year, month, i_month, short_month, long_month, day, i_day, y_day, w_year, week, w_day, short_day, long_day, hour, minute, second':
    'what stops Jekyll 3.10 works',
  'permalinks: placeholder: title, slug, categories, slugified_categories, output_ext':
    'what stops Jekyll 3.10 works',
  'permalinks: permalink style: weekdate': 'what stops Jekyll 3.10 works',
  'tags: tag: #': 'what stops Liquid 4.0 works',
  'tags: tag: liquid': 'what stops Liquid 4.0 works',
  'tags: tag: echo': 'what stops Liquid 4.0 works',
  'tags: tag: link': 'what stops Jekyll 3.10 works',
  'variables: variable: file.path, file.modified_time, file.name, file.basename, file.extname':
    'with the keys of a file in the order that 4.3 had',
  'variables: syntax: files of data among posts': 'what stops Jekyll 3.10 works',
  'wrong: syntax: yaml ruby tag 2': 'tags of Ruby are not read',
  'wrong: syntax: yaml ruby tag 4': 'tags of Ruby are not read',
  'wrong: syntax: yaml ruby tag 5': 'tags of Ruby are not read',
  'wrong: syntax: yaml ruby tag 6': 'tags of Ruby are not read',
  'wrong: syntax: yaml ruby tag 7': 'tags of Ruby are not read',
  'wrong: syntax: yaml ruby tag 9': 'tags of Ruby are not read',
  'wrong: syntax: filter words': 'what stops Liquid 4.0 works',
  'wrong: syntax: yaml tags of Ruby 3': 'tags of Ruby are not read',
  'wrong: syntax: yaml tags of Ruby 4': 'tags of Ruby are not read',
  'wrong: syntax: yaml tags of Ruby 6': 'tags of Ruby are not read',
  'wrong: syntax: yaml tags of Ruby 7': 'tags of Ruby are not read',
  'wrong: syntax: liquid comment 2': 'what stops Liquid 4.0 works',
  'configuration: config: sass, source, destination, safe, disable_disk_cache, ignore_theme_config, plugins_dir, cache_dir, whitelist, lsi, detach, port, host, show_dir_listing, quiet, verbose, incremental, force_polling, profile, livereload, livereload_ignore, livereload_min_delay, livereload_max_delay, livereload_port, open_url, skip_initial_build, show_drafts, limit_posts, future, unpublished, highlighter, markdown, markdown_ext, encoding, excerpt_separator, permalink, paginate_path, timezone, baseurl, plugins, include, exclude, keep_files, defaults, collections, liquid, kramdown, strict_front_matter, layouts_dir, includes_dir, data_dir, collections_dir, url':
    'the cache has a folder, and files that begin with a dot are named',
  'configuration: config: exclude': 'a list that is none is an error',
  'configuration: config: highlighter': 'there is one highlighter',
  'filters: filter: sort': 'texts that are numbers are sorted as such',
  'variables: variable: page.content, page.title, page.url, page.dir, page.name, page.path':
    'a blank of a table is no reference where a template begins with a number or nothing',
  'variables: syntax: documents that are files of data':
    'dates of documents without one, and addresses of static files with a permalink, are as in 4.3',
}

const comparable = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files)
      // Jekyll 3.10 writes no maps.
      .filter(([path]) => !path.endsWith('.css.map'))
      .map(([path, text]) => [path, path.endsWith('.css') ? declarationsOf(text) : text]),
  )

const asTheyAre = (files: Readonly<Record<string, string>>) => files

const VERSIONS = [
  { version: '4.4', name: 'newer', full: '4.4.1', reasons: NEWER, shown: asTheyAre },
  { version: '3.10', name: 'older', full: '3.10.0', reasons: OLDER, shown: comparable },
] as const

for (const { version, name, full, reasons, shown } of VERSIONS)
  describe(`jekyll_version: ${version} follows Jekyll ${full} where it differs from 4.3.1`, () => {
    const url = new URL(`../../fixtures/documented/${name}.json`, import.meta.url)
    const { cases } = JSON.parse(readFileSync(url, 'utf8')) as { cases: readonly Other[] }
    const documented = readDocumented()
    for (const { index, title, files: expected } of cases) {
      const reason = reasons[title]
      it(reason === undefined ? title : `${title}, but ${reason}`, async () => {
        const one = documented[index]
        if (one?.title !== title) throw new Error(`Record the cases again: record.rb --${name}`)
        const request = requestOf(one.options)
        const overrides = { ...request.overrides, jekyll_version: version }
        const { files, error } = await buildSite(sourceOf(one), { ...request, overrides })
        if (reason !== undefined)
          expect({ error, files }).not.to.deep.equal({ error: null, files: expected })
        else if (expected === undefined) expect(error).to.be.a('string')
        else expect({ error, ...shown(files) }).to.deep.equal({ error: null, ...shown(expected) })
      })
    }
  })
