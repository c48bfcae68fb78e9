import { expect } from 'chai'
import { parseCommit } from '../../../src/git/objects/commit-object.js'
import { readCommit } from '../../../src/git/objects/reader.js'
import type { ObjectReader } from '../../../src/git/objects/reader.js'

const OID = 'a'.repeat(40)

const commitOf = (author: string, message = 'Message\n') =>
  Buffer.from(`tree ${OID}\nauthor ${author}\ncommitter C <c@example.org> 1 +0000\n\n${message}`)

describe('A commit object', () => {
  it('is parsed with author and message', () => {
    const { author, message } = parseCommit(OID, commitOf('Ada <ada@example.org> 1700000000 +0130'))
    expect(author).to.deep.equal({
      name: 'Ada',
      email: 'ada@example.org',
      time: 1_700_000_000,
      offset: 90,
    })
    expect(message).to.equal('Message\n')
  })

  it('has only the beginning of a very long signature as its name', () => {
    for (const long of [
      `${'N'.repeat(5000)} <a@example.org>`,
      `N <${'a'.repeat(5000)}>`,
      '<'.repeat(5000),
    ]) {
      const { author, committer } = parseCommit(OID, commitOf(`${long} 1 +0000`))
      expect(author).to.deep.equal({ name: long.slice(0, 1000), email: '', time: 0, offset: 0 })
      expect(committer.email).to.equal('c@example.org')
    }
  })

  it('is read without the end of a message of many megabytes', async () => {
    const data = commitOf('Ada <ada@example.org> 1 +0000', 'x'.repeat(20 * 1024 * 1024))
    const reader: Pick<ObjectReader, 'start'> = {
      start: async (_oid, bytes) => ({
        type: 'commit',
        data: data.subarray(0, bytes),
        size: data.length,
      }),
    }
    const commit = await readCommit(reader, OID)
    expect(commit.author.name).to.equal('Ada')
    expect(commit.message.length).to.be.within(4_000_000, 4 * 1024 * 1024)
  })
})
