import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { GalleyError } from '../../../src/errors.js'
import { createImporting } from '../../../src/service/sites/importing.js'
import { unpackZip } from '../../../src/service/sites/unzip.js'

type Parts = Parameters<typeof createImporting>[0]
type Job = Parameters<ReturnType<typeof createImporting>['handler']>[0]

describe('A ZIP for which a site has no room', () => {
  let folder = ''
  const noRoom = new GalleyError('insufficient_storage', 'There is no room.')
  const context = { report: () => undefined, signal: new AbortController().signal }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-room-'))
    const zip = new ZipFile()
    for (const name of ['a', 'b', 'c']) zip.addBuffer(Buffer.alloc(100, name), `${name}.txt`)
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
    await mkdir(path.join(folder, 'work'))
    await writeFile(path.join(folder, 'work', 'import.zip'), Buffer.concat(chunks))
  })

  afterEach(() => rm(folder, { recursive: true }))

  it('is unpacked no further', async () => {
    const refusal = (bytes: number) => (bytes > 150 ? noRoom : null)
    const into = path.join(folder, 'files')
    const limits = { unpackedBytes: 1000, files: 10, refusal }
    const archive = path.join(folder, 'work', 'import.zip')
    const error: unknown = await unpackZip(archive, into, { ...context, limits }).catch(
      (e: unknown) => e,
    )
    expect(error).to.equal(noRoom)
    expect((await readdir(into)).sort()).to.deep.equal(['0', '1'])
  })

  it('ends its import before the files are looked at, with the reason of the site', async () => {
    const needs: number[] = []
    const parts = {
      records: { sites: { get: (id: string) => ({ id }) } },
      folders: { site: () => ({ work: path.join(folder, 'work') }) },
      limits: { unpackedBytes: 1000, files: 10 },
      space: {
        refusal: (_site: string, { bytes }: { bytes: number }) => {
          needs.push(bytes)
          return bytes > 300 ? noRoom : null
        },
      },
      survey: () => Promise.reject(new Error('was looked at')),
    }
    const { handler } = createImporting(parts as unknown as Parts)
    const job = { id: 'job', siteId: 'site', input: {} } as Job
    const error: unknown = await handler(job, context).catch((e: unknown) => e)
    expect(error).to.equal(noRoom)
    expect(needs).to.deep.equal([200, 400])
    expect(await readdir(path.join(folder, 'work'))).to.deep.equal([])
  })
})
