/** Builds that several people request: each gets a turn, whoever was first and has requested many. */

import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import { useApi, type Person, type Site } from './server.js'

const MANY = 4
const ENDLESS = '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}'

describe('Builds of several people', () => {
  const api = useApi({ settings: { jobs: '1' } })
  async function siteOf(person: Person, body: string): Promise<Site> {
    const site = await api.site()
    api.server.application.services.roles.create({ kind: 'server' }, site.id, {
      user_id: person.id,
      kind: 'publisher',
    })
    const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'Page', body })
    expect(page.status, page.text).to.equal(201)
    return site
  }

  async function request(person: Person, site: Site, kind: string): Promise<string> {
    const answer = await api.post(`/v2/sites/${site.id}/${kind}`, undefined, person)
    expect(answer.status, answer.text).to.equal(202)
    return String(answer.json['job_id'])
  }

  /** Adds the job to `begun` when it begins. */
  async function note(id: string, begun: string[]): Promise<void> {
    for await (const { state } of api.server.application.runner.subscribe(id)) {
      if (state !== 'queued') return void begun.push(id)
    }
  }

  for (const kind of ['preview', 'publish']) {
    it(`begin with those of another person, before the rest of who has requested many (${kind})`, async () => {
      const begun: string[] = []
      const [eve, anna] = [await api.person('eve'), await api.person('anna')]
      const endless = await siteOf(eve, ENDLESS)
      const many: Site[] = []
      for (let k = 0; k < MANY; k += 1) many.push(await siteOf(eve, 'Text'))
      const single = await siteOf(anna, 'Text')
      const first = await request(eve, endless, kind)
      void note(first, begun)
      await eventually(() => expect(begun).to.deep.equal([first]))
      const rest: string[] = []
      for (const site of many) rest.push(await request(eve, site, kind))
      const hers = await request(anna, single, kind)
      const noted = Promise.all([...rest, hers].map((id) => note(id, begun)))
      expect(begun).to.deep.equal([first])
      // The only place becomes free.
      expect((await api.delete(`/v2/jobs/${first}`)).status).to.equal(200)
      await noted
      expect(begun).to.deep.equal([first, hers, ...rest])
    })
  }
})
