/**
 * One write of several files, as a process that may be killed at any of its system calls: says
 * `ready`, then what came of the write, then what came of the next one.
 *
 * Arguments: the data folder, the id of a site, the text of the files, and how many more to write.
 */

import { readConfig } from '../../src/config.js'
import { GalleyError } from '../../src/errors.js'
import { openApplication } from '../../src/server.js'
import { isFailedSync } from '../../src/service/branch/disk.js'

const [data = '', siteId = '', text = '', more = '0'] = process.argv.slice(2)
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const config = readConfig({ flags: { data }, environment: {} })
const { application } = await openApplication(config, { logger: silent, version: 'test' })

async function write(content: string): Promise<string> {
  const others = Array.from({ length: Number(more) }, (_, at) => `more/${at % 9}/${at}.txt`)
  const files = new Map(
    ['a.txt', 'deep/b.txt', 'deep/er/c.txt', 'new/d.txt', ...others].map((name) => [
      name,
      { data: Buffer.from(`${content} ${name}`) },
    ]),
  )
  const author = { name: 'Dev', email: 'dev@example.org' }
  const edit = () => Promise.resolve({ files, message: `Write ${content}` })
  try {
    await application.advance.advance(siteId, { author, edit })
    return 'acknowledged'
  } catch (error) {
    if (error instanceof GalleyError) return error.code
    return isFailedSync(error) ? 'failed to sync' : 'failed'
  }
}

process.stdout.write('ready\n')
process.stdout.write(`${await write(text)}\n`)
process.stdout.write(`${await write(`${text} again`)}\n`)
// As a crash would: nothing is closed.
process.exit(0)
