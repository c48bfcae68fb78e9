import { expect } from 'chai'
import type { BuildRequest } from '../../src/builder/request.js'
import {
  readDifferences,
  readDocumented,
  type CaseOptions,
  type DocumentedCase,
} from './documented.js'
import { buildSite } from './site.js'

// Where the command line has a word of its own for a key; the others are overrides.
const FLAGS: Readonly<Record<string, keyof BuildRequest>> = {
  show_drafts: 'drafts',
  future: 'future',
  unpublished: 'unpublished',
  limit_posts: 'limitPosts',
  baseurl: 'baseurl',
  incremental: 'incremental',
  strict_front_matter: 'strictFrontMatter',
  profile: 'profile',
}

function requestOf({ flags = {}, env, configs }: CaseOptions): Partial<BuildRequest> {
  const known = Object.entries(flags).flatMap(([key, value]) => {
    const name = FLAGS[key]
    return name === undefined ? [] : [[name, value] as const]
  })
  const overrides = Object.entries(flags).filter(([key]) => FLAGS[key] === undefined)
  return {
    ...Object.fromEntries(known),
    ...(overrides.length > 0 && { overrides: Object.fromEntries(overrides) }),
    ...(env !== undefined && { environment: env }),
    ...(configs !== undefined && { configFiles: configs }),
  }
}

const sourceOf = ({ files, options }: DocumentedCase) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      options.latin1 === true ? Buffer.from(text, 'latin1') : text,
    ]),
  )

// The compilers differ in them: README.md of the builder.
const withoutMaps = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, path.endsWith('.css.map') ? '' : text]),
  )

const differences = readDifferences()

describe('what Jekyll documents is as Jekyll 4.3.1 does it', () => {
  for (const one of readDocumented()) {
    it(one.title, async () => {
      const { files, error } = await buildSite(sourceOf(one), requestOf(one.options))
      const { expected, options } = one
      if (options.differs !== undefined) {
        const made = error === null ? { files } : { error }
        expect(made).to.deep.equal(differences[one.title])
        expect(error === null ? files : null).not.to.deep.equal(expected)
      } else if (expected === null) expect(error).to.be.a('string')
      else
        expect({ error, ...withoutMaps(files) }).to.deep.equal({
          error: null,
          ...withoutMaps(expected),
        })
    })
  }
})
