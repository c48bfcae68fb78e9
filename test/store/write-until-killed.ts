/** A process of its own: creates users and tells of each once it is stored. Killed by its parent. */

import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/database.js'
import { makeUser, optionsIn } from './make-store.js'

const { records } = openStore(optionsIn(process.argv[2] ?? ''))
for (let number = records.users.count() + 1; ; number += 1) {
  const user = makeUser(number)
  records.users.create(user, null)
  writeSync(1, `${user.email}\n`)
}
