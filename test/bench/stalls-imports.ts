/** Imports of sites with very many names. */

import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { ZipFile } from 'yazl'
import { clone, push } from './stalls-files.js'
import { send, type Attack, type Target } from './stalls-target.js'

const COUNT = 60_000

/** Few names a folder, as sites have them; the texts are short, and each is another. */
const names = Array.from({ length: COUNT }, (_, i) => `pages/${i % 300}/a-page-${i}.md`)
const textOf = (i: number) => `---\ntitle: Page ${i}\n---\nText\n`

export function importedZip(): Attack {
  let form = new FormData()
  return {
    title: `a ZIP of ${COUNT.toLocaleString('en')} pages imported`,
    prepare: async () => {
      form = new FormData()
      form.set('file', new Blob([new Uint8Array(await zipped())]), 'site.zip')
    },
    run: async (target) => {
      const { url, authorization } = target
      const headers = { Authorization: authorization }
      const answer = await fetch(`${url}/v2/import`, { method: 'POST', headers, body: form })
      return ended(target, await answer.text())
    },
  }
}

/** From the site of the same server. */
export function importedRepository(): Attack {
  return {
    title: `a repository of ${COUNT.toLocaleString('en')} pages imported`,
    prepare: async (target) => {
      const folder = clone(target, 'import')
      const git = spawn('git', ['fast-import', '--quiet'], { cwd: folder })
      git.stdin.write('commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\n')
      git.stdin.write('data 4\nmany\nfrom refs/heads/main^0\n')
      for (const [i, name] of names.entries()) {
        const text = textOf(i)
        git.stdin.write(`M 100644 inline ${name}\ndata ${text.length}\n${text}\n`)
      }
      git.stdin.end()
      await once(git, 'exit')
      const answer = await push(folder)
      if (answer !== 'pushed') throw new Error(`The push of ${folder} was ${answer}`)
    },
    run: async (target) => {
      const [username, access_token] = Buffer.from(target.authorization.slice(6), 'base64')
        .toString()
        .split(':')
      const url = `${target.url}/v2/sites/${target.site}/repository.git`
      const json = { url, branch: 'main', username, access_token }
      const path = '/v2/import/repository'
      return ended(target, (await send(target, { method: 'POST', path, json })).text)
    },
  }
}

/** Waits for the end of a job, without being heard by what is measured: one stream. */
async function ended(target: Target, answer: string): Promise<string> {
  const { job_id: job }: { job_id?: string } = JSON.parse(answer)
  if (job === undefined) return answer
  const { text } = await send(target, { method: 'GET', path: `/v2/jobs/${job}` })
  return /"status":"(complete|failed)"/.exec(text)?.[1] ?? text.slice(-100)
}

async function zipped(): Promise<Buffer> {
  const file = new ZipFile()
  for (const [i, name] of names.entries()) file.addBuffer(Buffer.from(textOf(i)), name)
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
