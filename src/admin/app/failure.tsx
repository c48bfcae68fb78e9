/** Why a publish or sync failed, with a link to each place that must be corrected. */

import { useState } from 'react'
import { Button as Pressable, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
import { buildMessage } from '../text/build-messages.js'
import { t } from '../text/text.js'
import { Icon } from '../ui/icons.js'
import { ServerMessage } from '../ui/server-message.js'
import { useSiteJobs } from './jobs.js'
import { placeOf, ProblemList } from './problem-list.js'

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
            <ProblemList problems={problems} onGo={() => setOpen(false)} />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
