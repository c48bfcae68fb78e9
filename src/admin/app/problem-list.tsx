/** The problems of a build, each with a link to the place that must be corrected. */

import type { Problem } from '../api/build-problems.js'
import { buildMessage } from '../text/build-messages.js'
import { t } from '../text/text.js'
import { PathName } from '../ui/name.js'
import { useSiteJobs } from './jobs.js'
import { Link } from './router.js'

/** Most problems that are shown; correcting one often corrects others. */
const MAX_SHOWN = 10

/** The place of a problem: `_posts/2026-11-20-hello.md:3`. */
export function placeOf({ path, line }: Problem): string {
  return [path, line].filter((part) => part !== null).join(':')
}

interface ListProps {
  readonly problems: readonly Problem[]
  /** Called when the user follows a link. */
  readonly onGo: () => void
}

export function ProblemList({ problems, onGo }: ListProps) {
  return (
    <>
      <p>{t('build.failed', { count: problems.length })}</p>
      <ul className="lines findings">
        {problems.slice(0, MAX_SHOWN).map((problem, index) => (
          <li key={index}>
            <Row problem={problem} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ problem, onGo }: { problem: Problem; onGo: () => void }) {
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
          <PathName className="code" text={placeOf(problem)} />
        </Link>
      )}
    </span>
  )
}
