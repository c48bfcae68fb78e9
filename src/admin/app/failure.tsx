/** Why a publish or sync failed, with a link to each place that must be corrected. */

import { useState } from 'react'
import { Button as Pressable, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
import { buildMessage } from '../text/build-messages.js'
import { t } from '../text/text.js'
import { Icon } from '../ui/icons.js'
import { ServerMessage } from '../ui/server-message.js'
import { useSiteJobs } from './jobs.js'
import { Link } from './router.js'
import { Name } from '../ui/name.js'

/** Most problems that are shown; correcting one often corrects others. */
const MAX_SHOWN = 10

export function PublishFailure({ text }: { text: string }) {
  const { site } = useSiteJobs()
  const { problems } = useBuildProblems(site)
  return <Failure title={t('publish.failed')} text={text} problems={problems} />
}

interface FailureProps {
  readonly title: string
  /** The server's message, shown if it lists no places. */
  readonly text: string
  readonly problems?: readonly Problem[]
}

export function Failure({ title, text, problems = [] }: FailureProps) {
  const [isOpen, setOpen] = useState(false)
  const texts = problems.map(
    (problem) => `${placeOf(problem)} ${buildMessage(problem.message).text}`,
  )
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Pressable className="badge bad failure">
        <Icon name="warning" />
        <span>{title}</span>
      </Pressable>
      <span className="visually-hidden">{texts.length > 0 ? texts.join(' ') : text}</span>
      <Popover className="popover" offset={8}>
        <Dialog className="failure-text" aria-label={title}>
          {problems.length === 0 ? (
            <p className="stack-small">
              <ServerMessage text={text} />
            </p>
          ) : (
            <Places problems={problems} onGo={() => setOpen(false)} />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const placeOf = ({ path, line }: Problem): string =>
  [path, line].filter((part) => part !== null).join(':')

function Places({ problems, onGo }: { problems: readonly Problem[]; onGo: () => void }) {
  return (
    <>
      <p>{t('build.failed', { count: problems.length })}</p>
      <ul className="lines findings">
        {problems.slice(0, MAX_SHOWN).map((problem, index) => (
          <li key={index}>
            <Place problem={problem} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Place({ problem, onGo }: { problem: Problem; onGo: () => void }) {
  const { site } = useSiteJobs()
  const { path, line } = problem
  const { text, isForeign } = buildMessage(problem.message)
  const query = new URLSearchParams({
    path: path ?? '',
    ...(line !== null && { line: String(line) }),
  })
  return (
    <span className="grow stack-small" onClick={onGo} role="presentation">
      <span dir="auto" lang={isForeign ? 'en' : undefined}>
        {text}
      </span>
      {path !== null && (
        <Link to={`/sites/${site.id}/find?${query.toString()}`}>
          <Name className="code" text={placeOf(problem)} />
        </Link>
      )}
    </span>
  )
}
