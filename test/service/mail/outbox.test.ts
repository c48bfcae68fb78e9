/** Letters on a server whose disk is full. */

import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { createVault } from '../../../src/service/accounts/vault.js'
import { createOutbox } from '../../../src/service/mail/outbox.js'
import { createSmtp } from '../../../src/service/mail/smtp.js'
import { startMailServer } from '../../servers/smtp.js'
import { id, makeStore } from '../../store/make-store.js'

describe('createOutbox', () => {
  it('sends a letter once whose row the disk keeps', async () => {
    const { store, folder, remove } = makeStore()
    const server = await startMailServer()
    const db = new Database(path.join(folder, 'records.db'))
    const errors: unknown[] = []
    const outbox = createOutbox({
      smtp: () => createSmtp({ smtpUrl: server.url, mailFrom: 'galley@example.org' }),
      mails: store.records.mails,
      write: () => ({
        to: 'ada@example.org',
        subject: 'A link',
        text: 'Here',
        isCurrent: () => true,
      }),
      vault: createVault(Buffer.alloc(32, 1)),
      now: () => 1000,
      newId: () => id(1),
      warn: () => undefined,
      onError: (error) => errors.push(error),
    })
    try {
      for (const change of ['DELETE', 'UPDATE']) {
        db.exec(
          `CREATE TRIGGER full_${change} BEFORE ${change} ON mails BEGIN SELECT RAISE(FAIL, 'full'); END`,
        )
      }
      outbox.add('a link', {})
      await outbox.wake()
      await outbox.wake()
      expect(server.mails).to.have.length(1)
      expect(errors.map(String)).to.deep.equal(['SqliteError: full', 'SqliteError: full'])
      db.exec('DROP TRIGGER full_DELETE')
      await outbox.wake()
      expect(outbox.state()).to.deep.equal({ waiting: 0, failures: [] })
      expect(server.mails).to.have.length(1)
    } finally {
      await outbox.stop()
      db.close()
      await server.close()
      await remove()
    }
  })
})
