/**
 * Clones and pushes whose clients send next to nothing: they lose places to others who wait.
 *
 * @see src/http/README.md (Git)
 */

import { readdir, readFile } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { expect } from 'chai'
import { useApi, type Person, type Site } from '../api/server.js'
import { commitFiles, eventually, git, useDesk } from './git-client.js'

/** How many git programs of a service run at a time; of one user 3. */
const PLACES = [3, 3, 2]
const SERVICES = ['upload-pack', 'receive-pack'] as const
const SAID = {
  'upload-pack': /^.{4}ERR Your request arrived too slowly while others waited/,
  'receive-pack': /^.{4}\u0003Your push arrived at less than 64 kB a second while others waited/,
}

describe('clients that do not send', function () {
  this.timeout(600_000)
  const api = useApi({ settings: { cloneSlowSeconds: '1', pushSlowSeconds: '1' } })
  const desk = useDesk(api)
  const asked: ClientRequest[] = []
  let site: Site

  before(async () => {
    site = await api.site()
  })
  after(() => asked.forEach((one) => one.destroy()))

  /** Asks for something, sends a part of it, and resolves with the answer. */
  function sendPart(service: string, as: Person): Promise<string> {
    const url = `${api.server.url}/v2/sites/${site.id}/repository.git/git-${service}`
    const one = request(url, {
      method: 'POST',
      agent: false,
      auth: `${as.name}:${as.secret}`,
      headers: { 'Content-Type': `application/x-git-${service}-request` },
    })
    asked.push(one)
    return new Promise((resolve, reject) => {
      one.on('error', reject)
      one.on('response', (response) => {
        let text = ''
        response.setEncoding('latin1').on('data', (piece: string) => (text += piece))
        response.on('error', reject).on('end', () => resolve(text))
      })
      one.write('00')
    })
  }

  /** How many programs of git serve the site. */
  async function running(service: string): Promise<number> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const lines = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    )
    const isOurs = (line: string) => line.includes(`\0${service}\0`) && line.includes(site.id)
    return lines.filter(isOurs).length
  }

  for (const service of SERVICES) {
    it(`lose a place for ${service} to whoever waits, and learn why`, async () => {
      const work = await desk.clone(site.id)
      const people = await Promise.all(
        PLACES.map((_, at) => api.member(site.id, 'admin', `${service}${at}`)),
      )
      const answers = people.flatMap((person, at) =>
        Array.from({ length: PLACES[at] ?? 0 }, () => sendPart(service, person)),
      )
      const first = Promise.race(answers)
      await eventually(async () => expect(await running(service)).to.equal(answers.length))
      if (service === 'receive-pack') await commitFiles(work, { 'a.txt': service })
      await git(work, ...(service === 'receive-pack' ? ['push', '-q'] : ['fetch', '-q']))
      expect(await first).to.match(SAID[service])
    })
  }
})
