/** Whether the server sends mail, what it could not send, and a test. */

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../api/client.js'
import { tp } from '../text/people.js'
import { dateText, messageOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'

type Failure = Reply<'getMail'>['failures'][number]

export function MailCard() {
  const { data, error } = useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => call('getMail', { signal }),
  })
  const [result, setResult] = useState<Reply<'testMail'> | null>(null)
  const test = useSending(async () => setResult(await call('testMail')))
  if (!data) return error ? <Notice tone="bad">{messageOf(error)}</Notice> : null
  return (
    <Card
      title={tp('mail')}
      lead={data.on ? tp('mail.from', { from: data.from ?? '' }) : tp('mail.off')}
    >
      {data.waiting > 0 && <p>{tp('mail.waiting', { count: data.waiting })}</p>}
      {data.failures.length > 0 && (
        <ul className="lines" aria-label={tp('mail.failures')}>
          {data.failures.map((failure) => (
            <FailureLine key={failure.id} failure={failure} />
          ))}
        </ul>
      )}
      {test.error !== null && <Notice tone="bad">{messageOf(test.error)}</Notice>}
      {result && <Notice tone={result.ok ? 'good' : 'bad'}>{result.found}</Notice>}
      {data.on && (
        <div className="row">
          <Button busy={test.isBusy} onPress={() => void test.send()}>
            {tp('mail.test')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const KINDS = ['invitation', 'forgotten', 'changed'] as const

function FailureLine({ failure }: { failure: Failure }) {
  const kind = KINDS.find((name) => name === failure.kind)
  const next =
    failure.next_at === null
      ? tp('mail.given-up')
      : tp('mail.next', { date: dateText(failure.next_at) })
  return (
    <li>
      <span className="grow stack-small">
        <span>
          {kind ? tp(`mail.kind.${kind}`) : failure.kind} · {dateText(failure.created_at)}
        </span>
        <span className="faint">
          {failure.error} · {next}
        </span>
      </span>
    </li>
  )
}
