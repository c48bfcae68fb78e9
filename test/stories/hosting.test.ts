/**
 * Publishing to real hosts through the API: form checks, first deployment, a change, a rollback,
 * wrong credentials, and that no secret is ever shown.
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { useApi, type Site } from '../api/server.js'
import { isInstalled, sharedServer, type RunningServer, type ServerName } from '../servers/start.js'

interface Target {
  readonly name: string
  readonly server: ServerName
  readonly hosting: string
  readonly options: (server: RunningServer, place: string) => Promise<Record<string, string>>
  readonly secret: string
  /** Content of a published file, null for none. */
  readonly read: (server: RunningServer, place: string, file: string) => Promise<string | null>
  /** What somebody else does. */
  readonly remove: (server: RunningServer, place: string, file: string) => Promise<void>
}

function onDisk(folder: string, file: string): string | null {
  const full = path.join(folder, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : null
}

/** Makes the container; with a file, reads it, or does what else is said. */
const swiftOf = async (
  server: RunningServer,
  place: string,
  { file = '', method }: { readonly file?: string; readonly method?: string } = {},
): Promise<Response> => {
  const login = await fetch(server.text('authUrl'), {
    headers: { 'x-auth-user': server.text('user'), 'x-auth-key': server.text('key') },
  })
  const url = `${login.headers.get('x-storage-url')}/${place}/${file}`
  const headers = { 'x-auth-token': login.headers.get('x-auth-token') ?? '' }
  return fetch(url, { method: method ?? (file === '' ? 'PUT' : 'GET'), headers })
}

const TARGETS: readonly Target[] = [
  {
    name: 'ftp',
    server: 'ftp',
    hosting: 'ftp',
    options: (server, place) => {
      mkdirSync(path.join(server.text('root'), place), { recursive: true, mode: 0o777 })
      return Promise.resolve({
        protocol: 'ftp',
        host: '127.0.0.1',
        port: String(server.number('port')),
        username: server.text('user'),
        password: server.text('password'),
        path: `/${place}`,
      })
    },
    secret: 'password',
    read: (server, place, file) =>
      Promise.resolve(onDisk(path.join(server.text('root'), place), file)),
    remove: (server, place, file) => rm(path.join(server.text('root'), place, file)),
  },
  {
    name: 'sftp',
    server: 'sftp',
    hosting: 'ftp',
    options: (server, place) =>
      Promise.resolve({
        protocol: 'sftp',
        host: '127.0.0.1',
        port: String(server.number('port')),
        username: server.text('user'),
        password: server.text('password'),
        path: path.join(server.text('root'), place),
      }),
    secret: 'password',
    read: (server, place, file) =>
      Promise.resolve(onDisk(path.join(server.text('root'), place), file)),
    remove: (server, place, file) => rm(path.join(server.text('root'), place, file)),
  },
  {
    name: 'objectstore (S3)',
    server: 'swift',
    hosting: 'objectstore',
    options: async (server, place) => {
      await swiftOf(server, place)
      return {
        access_key: server.text('user'),
        secret_key: server.text('key'),
        path: place,
        region: 'us-east-1',
        endpoint: server.text('s3Endpoint'),
      }
    },
    secret: 'secret_key',
    read: async (server, place, file) => {
      const answer = await swiftOf(server, place, { file })
      return answer.ok ? answer.text() : null
    },
    remove: async (server, place, file) => {
      expect((await swiftOf(server, place, { file, method: 'DELETE' })).status).to.equal(204)
    },
  },
  {
    name: 'cloudstore (Swift)',
    server: 'swift',
    hosting: 'cloudstore',
    options: async (server, place) => {
      await swiftOf(server, place)
      return {
        username: server.text('user'),
        api_key: server.text('key'),
        path: place,
        region: 'any',
        auth_url: server.text('authUrl'),
      }
    },
    secret: 'api_key',
    read: async (server, place, file) => {
      const answer = await swiftOf(server, place, { file })
      return answer.ok ? answer.text() : null
    },
    remove: async (server, place, file) => {
      expect((await swiftOf(server, place, { file, method: 'DELETE' })).status).to.equal(204)
    },
  },
  {
    name: 'githost',
    server: 'githost',
    hosting: 'githost',
    options: (server) =>
      Promise.resolve({
        path: server.text('url'),
        access_token: server.text('password'),
        username: server.text('user'),
        branch: 'gh-pages',
      }),
    secret: 'access_token',
    read: (server, _place, file) => {
      const gitDir = path.join(server.text('repos'), 'site.git')
      try {
        return Promise.resolve(
          execFileSync('git', ['--git-dir', gitDir, 'show', `gh-pages:${file}`], {
            stdio: 'pipe',
          }).toString(),
        )
      } catch {
        return Promise.resolve(null)
      }
    },
    remove: async (server, _place, file) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'galley-clone-'))
      const gitDir = path.join(server.text('repos'), 'site.git')
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
      git('clone', '-q', '-b', 'gh-pages', gitDir, '.')
      git('rm', '-q', file)
      git('-c', 'user.name=Else', '-c', 'user.email=else@example.org', 'commit', '-qm', 'Away')
      git('push', '-q')
      await rm(folder, { recursive: true })
    },
  },
]

for (const target of TARGETS) {
  describe(`Hosting: ${target.name} (needs its server)`, () => {
    const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })
    const place = `story-${target.hosting}-${Date.now().toString(36)}`
    let server: RunningServer
    let site: Site
    let options: Record<string, string>

    before(async function () {
      if (!(await isInstalled(target.server))) this.skip()
      server = await sharedServer(target.server)
      options = await target.options(server, place)
      site = await api.site({ domain: `${place}.example.org` })
      await api.post(`/v2/sites/${site.id}/pages`, { title: 'One', path: 'one.md', body: 'First.' })
    })

    const publish = async (): Promise<string> => {
      const { json } = await api.post(`/v2/sites/${site.id}/publish`)
      return (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
    }

    it('reports missing options, and stores nothing', async () => {
      const { [target.secret]: _, ...rest } = options
      const wrong = { ...rest, colour: 'blue' }
      const answer = await api.put(`/v2/sites/${site.id}`, {
        hosting: target.hosting,
        hosting_options: wrong,
      })
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('colour')
      expect((await api.get(`/v2/sites/${site.id}`)).json['hosting']).to.equal('disabled')
    })

    it('publishes, and never shows the secret', async () => {
      const changed = await api.put(`/v2/sites/${site.id}`, {
        hosting: target.hosting,
        hosting_options: options,
      })
      expect(changed.status, changed.text).to.equal(200)
      expect(changed.json['hosting_options']).to.have.property(target.secret, '********')
      const events = await publish()
      expect(events).to.include('"status":"complete"')
      expect(changed.text + events).to.not.include(`"${options[target.secret]}"`)
      expect(await target.read(server, place, 'one.html')).to.include('First.')
    })

    it('keeps the secret when the mask is sent back, and uploads only changes', async () => {
      const { json } = await api.get(`/v2/sites/${site.id}`)
      expect((await api.put(`/v2/sites/${site.id}`, json)).status).to.equal(200)
      await api.post(`/v2/sites/${site.id}/pages`, {
        title: 'Two',
        path: 'two.md',
        body: 'Second.',
      })
      const events = await publish()
      expect(events).to.include('"status":"complete"')
      expect(await target.read(server, place, 'two.html')).to.include('Second.')
    })

    it('finds what somebody has removed there, and sends it again', async () => {
      await target.remove(server, place, 'two.html')
      const { json, text } = await api.post(`/v2/sites/${site.id}/hosting/check`)
      const events = (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
      expect(events, text).to.include('"status":"complete"')
      expect(await target.read(server, place, 'two.html')).to.include('Second.')
    })

    it('rolls back to the older release', async () => {
      const { list } = await api.get(`/v2/sites/${site.id}/releases`)
      const older = String(list[1]?.['id'])
      const { json } = await api.post(`/v2/sites/${site.id}/releases/${older}/publish`)
      const events = (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
      expect(events).to.include('"status":"complete"')
      expect(await target.read(server, place, 'one.html')).to.include('First.')
      expect(await target.read(server, place, 'two.html')).to.equal(null)
    })

    it('ends in an error that names the failure, and leaves the live site unchanged', async () => {
      const wrong = { ...options, [target.secret]: 'not-the-secret' }
      await api.put(`/v2/sites/${site.id}`, { hosting_options: wrong })
      const events = await publish()
      expect(events).to.include('"status":"error"')
      expect(events).to.not.include('not-the-secret')
      expect(events).to.not.include('Internal error')
      expect(await target.read(server, place, 'one.html')).to.include('First.')
    })

    it('stores no secret unencrypted on disk', () => {
      const data = api.config.data
      for (const name of readdirSync(data).filter((file) => file.startsWith('galley.db'))) {
        expect(
          readFileSync(path.join(data, name)).includes(`"${options[target.secret]}"`),
        ).to.equal(false)
      }
    })
  })
}
