import type { Socket } from 'node:net'
import { expect } from 'chai'
import { listingLimits } from '../../../src/deploy/files/file-store.js'
import { closeServers, ftpAt, lyingFtp, outcomeAt } from './hostile-server.js'

/** Sends pieces, each once the one before was taken. */
function sendAll(data: Socket, pieces: Iterator<string>): void {
  data.setNoDelay(true)
  const next = () => {
    const { value, done } = pieces.next()
    if (done === true || data.destroyed) data.end()
    else data.write(value, 'latin1', next)
  }
  next()
}

describe('A hostile FTP server', () => {
  afterEach(closeServers)

  it('that lists an endless line is disconnected', async () => {
    const { port } = await lyingFtp({
      list: (data) => data.end(`type=file;size=1;x=${'y'.repeat(100_000)}; a\r\n`),
    })
    const { code, message } = await outcomeAt(port)
    expect(code).to.equal('bad_remote')
    expect(message).to.equal('a line of its listing is longer than 8192 bytes')
  })

  it('that lists too many bytes in all its folders is disconnected', async () => {
    const line = `type=file;size=1;x=${'y'.repeat(8000)}; a`
    let sent = 0
    function* pieces() {
      // Less than the limit in each of the four folders, of few names.
      for (let bytes = 0; bytes < 0.9 * listingLimits.bytes; bytes += 100 * line.length) {
        sent += 100 * line.length
        yield `${line}\r\n`.repeat(100)
      }
    }
    const { port } = await lyingFtp({
      list(data, folder) {
        if (folder === '/') data.end('1234'.replace(/./g, 'type=dir; $&\r\n'))
        else sendAll(data, pieces())
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal(`the server lists more than ${listingLimits.bytes} bytes`)
    // The four are listed at once. What is on its way when they are hung up on lies in buffers of the system, of up to
    // 36 MiB for a connection (Linux: tcp_rmem, tcp_wmem). How much of them is used depends on the machine and its load.
    expect(sent).to.be.below(3.4 * listingLimits.bytes)
  })

  it('that lists names without end is read up to the limit', async () => {
    let sent = 0
    function* pieces() {
      while (sent < 20 * listingLimits.files) {
        sent += 1000
        yield 'type=file;size=1; a\r\n'.repeat(1000)
      }
    }
    const { port } = await lyingFtp({ list: (data) => sendAll(data, pieces()) })
    const { message } = await outcomeAt(port)
    expect(message).to.include(`the server lists more than ${listingLimits.files} entries`)
    // 36 MiB that are on their way are 1.8 million entries.
    expect(sent).to.be.below(10 * listingLimits.files)
  })

  it('that mixes other lines into its listing, in any pieces, is understood', async () => {
    const text =
      'total 3\r\n-rw-r--r-- 1 ftp ftp 5 Dec 11 14:35 one.txt\r\nls: what is this?\r\n' +
      '-rw-r--r-- 1 ftp ftp 7 Dec 11 14:35 zwei-\u00fc.txt\r\nls: what is this?\r\n' +
      '-rw-r--r-- 1 ftp ftp 9 Dec 11 14:35 three.txt'
    const { port } = await lyingFtp({
      list: (data) => sendAll(data, Buffer.from(text).toString('latin1')[Symbol.iterator]()),
    })
    const { listing, message } = await outcomeAt(port)
    expect(message).to.equal(undefined)
    expect([...(listing?.files ?? [])]).to.deep.equal([
      ['one.txt', { size: 5 }],
      ['zwei-\u00fc.txt', { size: 7 }],
      ['three.txt', { size: 9 }],
    ])
  })

  it('that announces a listing again and again is disconnected', async () => {
    const { port } = await lyingFtp({
      replies: {
        MLSD(say, answer) {
          for (let i = 0; i < 100; i += 1) say('150 soon')
          answer()
        },
      },
    })
    const { code, message } = await outcomeAt(port)
    expect(code).to.equal('bad_remote')
    expect(message).to.equal('the server sent more than 16 replies to one command')
  })

  const links = {
    'type=OS.unix=slink': 'type=OS.unix=slink:/etc;size=1; a\r\n',
    'type=OS.unix=symlink': 'type=OS.unix=symlink;size=1; a\r\n',
    'a line that begins with l': 'lrwxrwxrwx 1 ftp ftp 4 Dec 11 14:35 a -> /etc\r\n',
  }
  for (const [form, line] of Object.entries(links)) {
    it(`that lists a link gets no file through it: ${form}`, async () => {
      const { port, commands } = await lyingFtp({ list: (data) => data.end(line) })
      const store = await ftpAt(port)(new AbortController().signal)
      const content = { path: 'a/x.html', size: 1, sha256: '', source: { bytes: Buffer.from('x') } }
      const error: unknown = await store.put('a/x.html', content).catch((e: unknown) => e)
      await store.remove('a/x.html')
      await store.removeFolder?.('a/b')
      await store.close()
      expect(error).to.have.property('code', 'forbidden')
      expect(error)
        .to.have.property('message')
        .that.includes('/a is a file or a link on the server, but has to be a folder')
      expect(
        commands.filter((command) => /^(?:STOR|DELE|RMD|CWD|MKD) /.test(command)),
      ).to.deep.equal([])
    })
  }

  it('that asks for the password again and again gets it a few times', async () => {
    let asked = 0
    const { port, commands } = await lyingFtp({
      replies: {
        PASS(say, answer) {
          asked += 1
          if (asked < 100) say('331 password')
          else answer()
        },
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal('the server sent more than 16 replies to one command')
    expect(commands.filter((line) => line.startsWith('PASS'))).to.have.length.at.most(16)
  })

  it('that sends invalid replies is disconnected', async () => {
    const { port } = await lyingFtp({
      replies: {
        MLSD(say, answer) {
          for (let i = 0; i < 3000; i += 1) say('x'.repeat(1000))
          answer()
        },
      },
    })
    const { message } = await outcomeAt(port)
    expect(message).to.equal('the server sent more than 1 MB to one command')
  })
})
