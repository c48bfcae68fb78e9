import { expect } from 'chai'
import ssh2 from 'ssh2'
import { listingLimits } from '../../../src/deploy/files/file-store.js'
import { attrs, closeServers, lyingSsh, outcomeAt } from './hostile-server.js'

describe('An SFTP server whose listing has no end', () => {
  afterEach(closeServers)

  const lists: [title: string, names: readonly string[], most: number, message: string][] = [
    [
      'names',
      Array.from({ length: 2000 }, (_unused, i) => `${i}`),
      listingLimits.files / 2000 + 1,
      `the server lists more than ${listingLimits.files} entries`,
    ],
    [
      'names that are long',
      Array.from({ length: 4 }, (_unused, i) => `${i}${'x'.repeat(30_000)}`),
      listingLimits.names / 120_000 + 1,
      `the server lists more than ${listingLimits.names} characters of names`,
    ],
    ['answers without a name', [], 20, 'its listing never ends'],
    ['its own folder', ['.', '..'], 20, 'its listing never ends'],
  ]
  for (const [title, names, most, reason] of lists) {
    it(`that lists ${title} without end is disconnected`, async () => {
      let answers = 0
      const entries = names.map((filename) => ({ filename, longname: '', attrs }))
      const { port } = await lyingSsh({
        serve: (sftp) =>
          sftp.on('READDIR', (id) => {
            answers += 1
            // It gives up by itself at last: the error then is another.
            if (answers > 2 * most) sftp.end()
            else sftp.name(id, entries)
          }),
      })
      const { code, message } = await outcomeAt(port)
      expect(message).to.include(reason)
      expect(code).to.equal('bad_remote')
      expect(answers).to.be.at.most(most)
    })
  }

  it('that puts too many names into one answer has all ignored', async () => {
    const entries = Array.from({ length: 4000 }, () => ({ filename: 'a', longname: '', attrs }))
    const { port } = await lyingSsh({
      serve(sftp) {
        let isOver = false
        sftp.on('READDIR', (id) => {
          if (isOver) sftp.status(id, ssh2.utils.sftp.STATUS_CODE.EOF)
          else sftp.name(id, entries)
          isOver = true
        })
      },
    })
    const { code, message } = await outcomeAt(port)
    expect(message).to.equal(
      'an answer of the server is longer than 131072 bytes; update its SFTP software',
    )
    expect(code).to.equal('bad_remote')
  })
})
