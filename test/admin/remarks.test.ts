/** What the history of a document says of the messages of commits. */

import { expect } from 'chai'
import { remarkOf } from '../../src/admin/editor/remarks.js'

const path = '_posts/2026-11-20-a b.md'

const CASES = [
  [`Update ${path}`, null],
  [`Update ${path}: title, body`, null],
  [`Create ${path}`, null],
  [`Restore ${path} from 0123456789`, 'history.was-restored'],
  [`Move _posts/2026-11-20-x y.md to ${path}`, 'history.was-moved'],
  [`Move _posts/2026-11-20-x.md to ${path}: title`, 'history.was-moved'],
  [`Move ${path}`, 'history.was-moved'],
  ['Update 5, move 1', 'history.with-others'],
  ['Create 1, update 5, delete 2', 'history.with-others'],
  [`Update 2 files: ${path}, _posts/b.md\n\nEdited on disk.`, 'history.with-others'],
  ['Rename collection a to b', 'history.with-collection'],
  ['Import 12 files', 'history.with-import'],
  ['Create the site', 'history.with-site'],
] as const

describe('the remark on a version', () => {
  for (const [message, key] of CASES) {
    it(`of ${JSON.stringify(message)} is ${key ?? 'none'}`, () => {
      expect(remarkOf({ message, path })).to.deep.equal(key === null ? null : { key })
    })
  }

  for (const message of ['Update prices', 'Move the harbour', `Mend ${path}`]) {
    it(`of somebody’s own words is ${JSON.stringify(message)}`, () => {
      expect(remarkOf({ message: `${message}\n\nMore.`, path })).to.deep.equal({ line: message })
    })
  }
})
