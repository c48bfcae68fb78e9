/** The frame of the sign-in and setup pages: one card in front of a picture of the sea. */

import type { ReactNode } from 'react'
import mark from './mark.svg'

interface FrontProps {
  readonly title: string
  readonly children: ReactNode
}

export function Front({ title, children }: FrontProps) {
  return (
    <main className="sign-in">
      <Sea />
      <div className="sign-in-card">
        <header className="stack">
          <img src={mark} alt="" width="48" height="48" />
          <h1>{title}</h1>
        </header>
        {children}
      </div>
    </main>
  )
}

/** The picture. It fills the window at any aspect ratio; the boat is beside or below the card. */
function Sea() {
  return (
    <svg className="sea" viewBox="0 0 1440 320" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <path className="sea-far" d="M0 110C240 50 480 50 720 110S1200 170 1440 110V320H0Z" />
      <g className="sea-boat">
        <path className="sea-sail" d="M855 60V130H826ZM862 72V130H886Z" />
        <path className="sea-hull" d="M824 136H892L880 162H838Z" />
      </g>
      <path className="sea-mid" d="M0 170C180 210 420 220 720 170S1230 110 1440 160V320H0Z" />
      <path className="sea-near" d="M0 236C300 186 560 196 760 231S1240 276 1440 221V320H0Z" />
    </svg>
  )
}
