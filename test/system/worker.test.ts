import { expect } from 'chai'
import { createAskedThread } from '../../src/system/worker.js'

describe('createAskedThread', () => {
  const start = () =>
    createAskedThread<string, string>({ name: './echo-thread', from: import.meta.url })

  it('answers each question, however many are asked at once', async () => {
    const thread = start()
    const asked = Array.from({ length: 50 }, (_, at) => `question ${at}`)
    expect(await Promise.all(asked.map((question) => thread.ask(question)))).to.deep.equal(asked)
    await thread.close()
  })

  it('answers nothing once the thread has ended, also what waits by then', async () => {
    const thread = start()
    const answers = ['one', 'end', 'two'].map((question) => thread.ask(question))
    expect(await Promise.all(answers)).to.deep.equal(['one', null, null])
    expect(await thread.ask('three')).to.equal(null)
    await thread.close()
  })

  it('answers nothing after it was closed, whether it had begun or not', async () => {
    const [used, unused] = [start(), start()]
    await used.ask('one')
    for (const thread of [used, unused]) {
      await thread.close()
      expect(await thread.ask('two')).to.equal(null)
    }
  })
})
