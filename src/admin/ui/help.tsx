/** The help text below a control. */

import { Text } from 'react-aria-components'

interface HelpProps {
  readonly text: string | undefined
}

export function Help({ text }: HelpProps) {
  if (text === undefined) return null
  return (
    <Text slot="description" className="help">
      {text}
    </Text>
  )
}
