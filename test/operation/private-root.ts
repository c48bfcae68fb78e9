/**
 * A machine of its own for a test: the file system of this one, of which every change is thrown away, with processes and a
 * network of its own. Linux; as root.
 */

import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

const UNSHARE = ['--mount', '--net', '--pid', '--fork', '--kill-child']

/** The layers are in memory. Nothing of the checkout, nor of the Node that runs the tests, is there. */
const ENTER = `set -e
shared=$1 checkout=$2 base=$shared/.machine
mkdir -p "$base"
mount -t tmpfs -o mode=755 machine "$base"
mkdir "$base/changes" "$base/work" "$base/root"
mount -t overlay -o lowerdir=/,upperdir="$base/changes",workdir="$base/work" machine "$base/root"
cd "$base/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
[ ! -d ".$checkout" ] || mount -t tmpfs tmpfs ".$checkout"
mount --bind "$shared" mnt
rm -rf usr/bin/node usr/bin/npm usr/bin/npx usr/local/bin/node usr/lib/node_modules
ip link set lo up
exec chroot . env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 bash -euo pipefail /mnt/script
`

/** Whether this user may make one. */
export function canHavePrivateRoot(): boolean {
  const { status } = spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'])
  return process.getuid?.() === 0 && status === 0
}

interface Ran {
  readonly code: number | null
  /** Everything that it has printed. */
  readonly output: string
}

/**
 * Runs a script of bash there, as root. When it ends, so does every process that it has started.
 *
 * @param shared a folder of this machine that is `/mnt` there
 */
export function inPrivateRoot(shared: string, script: string): Promise<Ran> {
  writeFileSync(path.join(shared, 'script'), script)
  const words = [...UNSHARE, 'bash', '-c', ENTER, 'enter', shared, path.resolve(CHECKOUT)]
  return new Promise((resolve, reject) => {
    const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
    let output = ''
    const add = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
