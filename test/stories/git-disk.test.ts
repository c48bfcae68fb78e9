/** Developers on the server's machine: pushes to the bare repository, edits in the working tree. */

import { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import {
  appendFile,
  mkdir,
  open,
  readdir,
  readFile,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useApi, type Site } from '../api/server.js'
import { commitFiles, eventually, git, useDesk, whileEditing } from './git-client.js'

const PAGE = '---\ntitle: About\ntags: [a]\n---\nOne.\n\nTwo.\n\nThree.\n'

/** Ways in which editors save, without a pause between their steps that an editor would not make. */
const SAVES: Readonly<Record<string, (file: string, text: string) => Promise<void> | void>> = {
  'truncating and writing': (file, text) => writeFileSync(file, text),
  'renaming a new file over it': (file, text) => {
    writeFileSync(`${file}~new`, text)
    renameSync(`${file}~new`, file)
  },
  'removing it and making it anew': async (file, text) => {
    unlinkSync(file)
    await sleep(20)
    writeFileSync(file, text)
  },
  'keeping a backup and a swap file beside it': (file, text) => {
    const swap = path.join(path.dirname(file), `.${path.basename(file)}.swp`)
    writeFileSync(swap, 'swap')
    renameSync(file, `${file}~`)
    writeFileSync(file, text)
    unlinkSync(swap)
  },
  'a file of its own that is moved in': (file, text) => {
    const temporary = path.join(path.dirname(file), '.goutputstream-A1B2C3')
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  },
}

for (const [how, settings] of [
  ['watched', { watch: 'true' }],
  ['polled', { watch: 'true', maxWatches: '0' }],
] as const) {
  describe(`a working tree that is ${how}`, () => {
    const api = useApi({ settings })
    const desk = useDesk(api)
    let site: Site
    let pageId = ''

    beforeEach(async () => {
      site = await api.site()
      const page = { title: 'About', path: 'about.md', body: 'x' }
      pageId = String((await api.post(`/v2/sites/${site.id}/pages`, page)).json['id'])
      await put('about.md', PAGE)
      await eventually(async () => expect(await onDisk('about.md')).to.equal(PAGE))
    })

    // All that are polled share a fifth of the time: each would wait for those of the tests before.
    if (how === 'polled') {
      afterEach('check and remove the site', async () => {
        await api.git(site.id, 'fsck', '--strict', '--no-dangling')
        expect((await api.delete(`/v2/sites/${site.id}`)).status).to.equal(200)
      })
    }

    const put = (name: string, data: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const onDisk = (name: string) => readFile(desk.tree(site.id, name), 'utf8')
    const committed = (name: string, text: string) =>
      eventually(async () => expect(await api.file(site.id, name)).to.equal(text))
    const count = async () => Number(await api.git(site.id, 'rev-list', '--count', 'main'))
    const last = async (format: string) =>
      (await api.git(site.id, 'log', '-1', `--format=${format}`, 'main')).trim()

    for (const [way, save] of Object.entries(SAVES)) {
      it(`commits what an editor saves by ${way}`, async () => {
        const before = await count()
        const text = PAGE.replace('Two', way)
        const began = performance.now()
        await save(desk.tree(site.id, 'about.md'), text)
        // Where the machine made us pause for a second, what stood then was quiet and was committed, too.
        const hasPaused = performance.now() - began > 900
        await committed('about.md', text)
        if (hasPaused) return
        expect(await count()).to.equal(before + 1)
        expect(await last('%an <%ae> %s')).to.equal('Galley <galley@localhost> Update about.md')
        await eventually(async () => {
          expect((await api.get(`/v2/pages/${pageId}`)).json['body']).to.include(way)
        })
        const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
        expect(names.split('\n')).to.not.include('about.md~')
      })
    }

    it('commits several files at once, and names them in the message', async () => {
      const before = await count()
      mkdirSync(desk.tree(site.id, 'notes/deep'), { recursive: true })
      for (const name of ['notes/a.txt', 'notes/deep/b.txt', 'c.txt', 'd.txt']) {
        writeFileSync(desk.tree(site.id, name), name)
      }
      unlinkSync(desk.tree(site.id, 'about.md'))
      await committed('notes/deep/b.txt', 'notes/deep/b.txt')
      expect(await count()).to.equal(before + 1)
      const message = await last('%B')
      expect(message).to.match(/^Change 5 files: about.md, c.txt, d.txt, …\n\nEdited on disk\./)
      expect(message).to.include('Delete about.md\nCreate c.txt')
      // The commit is there a moment before the index is.
      await eventually(async () => {
        expect((await api.get(`/v2/pages/${pageId}`)).status).to.equal(404)
      })
    })

    it('never commits a file that is half written', async () => {
      const file = await open(desk.tree(site.id, 'slow.txt'), 'w')
      const before = await count()
      const writes: { began: number; ended: number }[] = []
      for (let part = 0; part < 8; part += 1) {
        const began = performance.now()
        await file.write(`part ${part}\n`)
        writes.push({ began, ended: performance.now() })
        await sleep(400)
      }
      await file.close()
      await eventually(async () =>
        expect(await api.file(site.id, 'slow.txt')).to.match(/part 7\n$/),
      )
      // Where the machine made us pause for a second, the file was quiet, and there is a commit of it.
      const pauses = writes
        .slice(1)
        .filter(({ ended }, at) => ended - (writes[at]?.began ?? 0) > 940)
      expect(await count()).to.be.within(before + 1, before + 1 + pauses.length)
    })

    it('merges an edit on disk with a write by the API', async () => {
      await appendFile(desk.tree(site.id, 'about.md'), 'Four, on disk.\n')
      await api.put(`/v2/pages/${pageId}`, { title: 'By the API' })
      const both = PAGE.replace('title: About', 'title: By the API') + 'Four, on disk.\n'
      await committed('about.md', both)
      await eventually(async () => expect(await onDisk('about.md')).to.equal(both))
    })

    it('keeps both versions if they cannot be merged', async () => {
      const disk = PAGE.replace('Two', 'Two on disk')
      const byApi = PAGE.replace('Two', 'Two by the API')
      const edited = desk.tree(site.id, 'about.md')
      writeFileSync(edited, disk)
      await whileEditing(edited, () => put('about.md', byApi))
      const copy = await eventually(async () => {
        const names = await api.git(site.id, 'ls-tree', '--name-only', 'main')
        const found = /^about\.conflict-[0-9a-f]{8}\.md$/m.exec(names)?.[0]
        expect(found).to.not.equal(undefined)
        return found ?? ''
      })
      expect(await api.file(site.id, copy)).to.equal(disk)
      expect(await api.file(site.id, 'about.md')).to.equal(byApi)
      expect(await last('%B')).to.include(`the version on disk is kept as ${copy}`)
      await eventually(async () => expect(await onDisk('about.md')).to.equal(byApi))
      await eventually(async () => expect(await onDisk(copy)).to.equal(disk))
    })

    it('moves an edit on disk along with a renamed file', async () => {
      const before = await count()
      const moved = { title: 'Moved', path: 'us/about-us.md' }
      const edited = desk.tree(site.id, 'about.md')
      await appendFile(edited, 'Four, on disk.\n')
      const answer = await whileEditing(edited, () => api.put(`/v2/pages/${pageId}`, moved))
      expect(answer.status).to.equal(200)
      const both = PAGE.replace('title: About', 'title: Moved') + 'Four, on disk.\n'
      await committed('us/about-us.md', both)
      expect(await last('%s')).to.equal('Update us/about-us.md')
      expect(await count()).to.equal(before + 2)
      await eventually(async () => expect(await onDisk('us/about-us.md')).to.equal(both))
      await eventually(async () => {
        expect(await readdir(desk.tree(site.id))).to.deep.equal(['_config.yml', 'us'])
      })
      const pages = (await api.get(`/v2/sites/${site.id}/pages`)).list
      expect(pages.map(({ id }) => id)).to.deep.equal([pageId])
      await appendFile(desk.tree(site.id, 'us/about-us.md'), 'Five.\n')
      await committed('us/about-us.md', `${both}Five.\n`)
    })

    it('follows successive renames in a push, and keeps unmergeable edits as copies', async () => {
      const work = await desk.clone(site.id)
      const pushed = PAGE.replace('Two', 'Two pushed')
      await commitFiles(work, { 'about.md': null, 'b.md': PAGE })
      await commitFiles(work, { 'b.md': null, 'c.md': pushed })
      const edited = desk.tree(site.id, 'about.md')
      await writeFile(edited, PAGE.replace('Two', 'Two on disk'))
      await whileEditing(edited, () => git(work, 'push', '-q'))
      const names = async () =>
        (await api.git(site.id, 'ls-tree', '--name-only', 'main')).trim().split('\n')
      const copy = await eventually(async () => {
        const found = (await names()).find((name) => name.startsWith('c.conflict-'))
        expect(found).to.not.equal(undefined)
        return found ?? ''
      })
      expect(await names()).to.deep.equal(['_config.yml', copy, 'c.md'].sort())
      expect(await api.file(site.id, copy)).to.equal(PAGE.replace('Two', 'Two on disk'))
      expect(await api.file(site.id, 'c.md')).to.equal(pushed)
      await eventually(async () => {
        expect(await readdir(desk.tree(site.id))).to.have.members(['_config.yml', copy, 'c.md'])
      })
      expect((await api.get(`/v2/sites/${site.id}/pages`)).list.length).to.equal(1)
    })

    it('restores a file that was deleted on disk while the API changed it', async () => {
      const text = PAGE.replace('Two', 'Two by the API')
      await unlink(desk.tree(site.id, 'about.md'))
      await put('about.md', text)
      await eventually(async () => expect(await onDisk('about.md')).to.equal(text))
      expect(await api.file(site.id, 'about.md')).to.equal(text)
    })

    it('ignores links, other repositories and invalid names', async () => {
      const before = await count()
      await symlink('/etc/passwd', desk.tree(site.id, 'passwd'))
      await symlink('/etc', desk.tree(site.id, 'etc'))
      await git(desk.tree(site.id), 'init', '-q', '.')
      await writeFile(desk.tree(site.id, 'a\nb.txt'), 'x')
      await writeFile(desk.tree(site.id, 'ABOUT.md'), 'x')
      await writeFile(desk.tree(site.id, 'fine.txt'), 'fine')
      await committed('fine.txt', 'fine')
      const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
      expect(names.trim().split('\n')).to.have.members(['_config.yml', 'about.md', 'fine.txt'])
      expect(await count()).to.equal(before + 1)
    })

    it('still works after a push has made a folder large', async () => {
      const work = await desk.clone(site.id)
      const names = Array.from({ length: 300 }, (_, number) => `large/${number}.txt`)
      await commitFiles(work, Object.fromEntries(names.map((name) => [name, name])))
      await git(work, 'push', '-q')
      for (const text of ['first', 'second']) {
        const name = `large/new-${text}/deep.txt`
        await writeFile(desk.tree(site.id, 'large/7.txt'), text)
        await mkdir(desk.tree(site.id, `large/new-${text}`))
        await writeFile(desk.tree(site.id, name), text)
        await committed('large/7.txt', text)
        await committed(name, text)
        await writeFile(desk.tree(site.id, name), `${text} again`)
        await committed(name, `${text} again`)
      }
      const before = await count()
      rmSync(desk.tree(site.id, 'large'), { recursive: true })
      await eventually(async () => expect(await count()).to.equal(before + 1))
    })

    it('creates a working tree again that was removed', async () => {
      // At once: in a pause between two files, those that went would be taken for deleted.
      rmSync(desk.tree(site.id), { recursive: true })
      await eventually(async () => expect(await onDisk('about.md')).to.equal(PAGE))
      const before = await api.head(site.id)
      await writeFile(desk.tree(site.id, 'after.txt'), 'after')
      await committed('after.txt', 'after')
      expect(await api.git(site.id, 'rev-parse', 'main~1')).to.equal(`${before}\n`)
    })
  })
}

describe('a push straight to the repository on disk', () => {
  const api = useApi({ settings: { watch: 'true' } })
  const desk = useDesk(api)

  it('is in the API and in the working tree a moment later', async () => {
    const site = await api.site()
    const work = desk.at('on-disk')
    await git(desk.at('.'), 'clone', '-q', desk.bare(site.id), work)
    for (const text of ['one', 'two', 'three']) {
      await commitFiles(work, { '_posts/2024-01-01-a.md': `---\ntitle: ${text}\n---\n` })
      await git(work, 'push', '-q')
      await eventually(async () => {
        const list = (await api.get(`/v2/sites/${site.id}/collections/posts/documents`)).list
        expect(list.map(({ title }) => title)).to.deep.equal([text])
      })
    }
    await eventually(async () => {
      expect(await readdir(desk.tree(site.id))).to.include('_posts')
    })
    await git(desk.bare(site.id), 'pack-refs', '--all')
    await commitFiles(work, { 'packed.md': '---\ntitle: P\n---\n' })
    await git(work, 'push', '-q')
    await git(desk.bare(site.id), 'pack-refs', '--all')
    await eventually(async () => {
      expect((await api.get(`/v2/sites/${site.id}/pages`)).list.length).to.equal(1)
    })
  })

  it('waits for a lock file of git, and reports it if it stays', async () => {
    const site = await api.site()
    const lock = path.join(desk.bare(site.id), 'refs/heads/main.lock')
    await writeFile(lock, '')
    const url = `/v2/sites/${site.id}/pages`
    const waiting = api.post(url, { title: 'Waits' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await unlink(lock)
    expect((await waiting).status).to.equal(201)
    await writeFile(lock, '')
    expect((await api.post(url, { title: 'Late' })).status).to.equal(503)
    await unlink(lock)
    expect((await api.post(url, { title: 'Again' })).status).to.equal(201)
  })
})
