import { expect } from 'chai'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { FileStore } from '../../../src/deploy/files/file-store.js'
import {
  attrs,
  closeServers,
  lyingSsh,
  makeKeys,
  outcomeAt,
  protocolOf,
  rawSsh,
  sendHostKeys,
} from './hostile-server.js'

const { OK, EOF } = ssh2.utils.sftp.STATUS_CODE

/** The message for a server that sent so much. */
const noAnswer = (amount: string) =>
  `the server sent more than ${amount} without answering a request; ` +
  'check that host and port are those of an SFTP server'

/** Answers that a folder is empty. */
const serveNothing = (sftp: SFTPWrapper) => void sftp.on('READDIR', (id) => sftp.status(id, EOF))

describe('An SSH server that sends unexpected messages', () => {
  afterEach(closeServers)

  it('that greets without end is disconnected', async () => {
    const port = await rawSsh((socket) => {
      const line = `${'x'.repeat(1000)}\r\n`
      // It gives up by itself at last: the error then is another.
      for (let bytes = 0; bytes < 4e6; bytes += line.length) socket.write(line)
      socket.end()
    })
    const { code, message } = await outcomeAt(port)
    expect(code).to.equal('bad_remote')
    expect(message).to.equal(noAnswer('1 MB'))
  })

  for (const request of ['OPENDIR', 'READDIR', 'STAT', 'READ'] as const) {
    it(`that answers no ${request}, but signs of life, is given up`, async () => {
      const { port } = await lyingSsh({
        serve(sftp) {
          sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('2')))
          if (request === 'READ') {
            sftp.removeAllListeners('STAT')
            sftp.on('STAT', (id) => sftp.attrs(id, { ...attrs, mode: 0o040755, size: 9 }))
          }
          sftp.removeAllListeners(request)
          sftp.on(request, () => undefined)
        },
      })
      const work = async (store: FileStore) => {
        await store.read('.galley-manifest.json', 10)
        await store.list()
      }
      const { code, message } = await outcomeAt(port, { work, timeout: 1000 })
      expect(code).to.equal('timed_out')
      expect(message).to.equal('the server did not answer in time')
    })
  }

  it('that sends unrequested answers is disconnected', async () => {
    const { port } = await lyingSsh({
      serve(sftp) {
        sftp.on('READDIR', (id) => {
          for (let i = 0; i < 100; i += 1) sftp.status(1_000_000 + i, OK, 'x'.repeat(30_000))
          sftp.status(id, EOF)
        })
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal(noAnswer('1 MB'))
  })

  it('that sends unrequested answers in tiny packets is disconnected', async () => {
    const { port } = await lyingSsh({
      serve(sftp) {
        sftp.on('READDIR', (id) => {
          for (let i = 0; i < 3000; i += 1) sftp.status(1_000_000 + i, OK)
          sftp.status(id, EOF)
        })
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal(noAnswer('2000 packets'))
  })

  // Of 0 bytes there would be no end, and no test that fails.
  for (const bytes of [1, 1023]) {
    it(`that accepts only packets of ${bytes} bytes gets none`, async () => {
      const { port } = await lyingSsh({
        serve: serveNothing,
        onClient(client) {
          const protocol = protocolOf(client)
          const confirm = protocol.channelOpenConfirm.bind(protocol)
          protocol.channelOpenConfirm = (remote, local, window) =>
            confirm(remote, local, window, bytes)
        },
      })
      const { message } = await outcomeAt(port)
      expect(message).to.equal(
        'the server accepts only packets of less than 1024 bytes, but SSH requires 32768; ' +
          'update its SSH software, or use another target',
      )
    })
  }

  it('that exchanges keys again and again is disconnected', async () => {
    let exchanges = 0
    const { port } = await lyingSsh({
      serve(sftp, client) {
        sftp.on('READDIR', (id) => {
          const again = () => {
            exchanges += 1
            if (exchanges < 50) client.rekey(again)
            else sftp.status(id, EOF)
          }
          client.rekey(again)
        })
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal(
      'the server renews the encryption keys too often (more than 8 times, and once more for each MB); ' +
        'raise its limit (RekeyLimit in OpenSSH)',
    )
    expect(exchanges).to.be.at.most(10)
  })

  it('that lists its other host keys has them ignored', async () => {
    const asked: string[] = []
    const { port } = await lyingSsh({
      // Others than OpenSSH are not asked for a proof.
      ident: 'OpenSSH_9.9',
      serve: serveNothing,
      onClient: (client) => client.on('ready', () => sendHostKeys(client, 100)),
      hear: (line) => void (line.includes('GLOBAL_REQUEST') && asked.push(line)),
    })
    const { listing } = await outcomeAt(port)
    expect(listing?.files.size).to.equal(0)
    expect(asked).to.deep.equal([])
  })

  it('that asks for many signatures gets only a few', async () => {
    const { private: privateKey } = makeKeys()
    let signatures = 0
    const { port } = await lyingSsh({
      serve: serveNothing,
      onLogin(context, client) {
        if (context.method !== 'publickey') return context.reject(['publickey'])
        const { key, signature } = context
        if (signature === undefined) {
          const protocol = protocolOf(client)
          for (let i = 0; i < 50; i += 1) {
            protocol._authsQueue.push('publickey')
            protocol.authPKOK(key.algo, key.data)
          }
          return
        }
        signatures += 1
        if (signatures === 50) context.accept()
      },
    })
    const { message } = await outcomeAt(port, { privateKey })
    expect(message).to.equal(
      'the server asked for more than 4 signatures in one login; ' +
        'log in with a password instead, or update its SSH software',
    )
    expect(signatures).to.be.at.most(4)
  })

  it('that answers requests that it has not read is sent no more of them', async () => {
    const { port } = await lyingSsh({
      onClient(client) {
        const protocol = protocolOf(client)
        const confirm = protocol.channelOpenConfirm.bind(protocol)
        protocol.channelOpenConfirm = (remote, local) => confirm(remote, local, 65_536, 32_768)
      },
      serve(sftp, client) {
        let isOpen = true
        client.on('close', () => (isOpen = false))
        sftp.on('OPEN', (opening) => {
          sftp.handle(opening, Buffer.from('1'))
          let rounds = 0
          const answerAll = () => {
            for (let id = opening + 1; id < opening + 1600; id += 1) sftp.status(id, OK)
            rounds += 1
            // It gives up by itself at last: the error then is another.
            if (rounds === 300) client.end()
            else if (isOpen) setImmediate(answerAll)
          }
          answerAll()
        })
      },
    })
    const bytes = Buffer.alloc(48 * 1024 * 1024)
    const content = { path: 'a', size: bytes.length, sha256: '', source: { bytes } }
    const { message } = await outcomeAt(port, { work: (store) => store.put('a', content) })
    expect(message).to.equal(
      'the server answers requests that were not sent to it yet; its SFTP software is faulty: ' +
        'update it, or use another target',
    )
  })
})
