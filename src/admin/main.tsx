/** The entry point of the web admin: loads styles, theme and language, then renders the app. */

import { createRoot } from 'react-dom/client'
import './style/tokens.css'
import './style/base.css'
import './style/buttons.css'
import './style/inputs.css'
import './style/switches.css'
import './style/fields.css'
import './style/marks.css'
import './style/frame.css'
import './style/page.css'
import './style/publish.css'
import './style/sign-in.css'
import './style/lists.css'
import './style/editor.css'
import './style/writing.css'
import './style/text.css'
import './style/find-panel.css'
import './style/source.css'
import './style/diff.css'
import './style/files.css'
import './style/overlays.css'
import './style/notices.css'
import './style/search.css'
import './style/setup.css'
import './style/waiting.css'
import './style/touch.css'
import './style/media.css'
import { App } from './app/app.js'
import { applyTheme } from './app/theme.js'
import { loadLanguage } from './text/text.js'

applyTheme()
await loadLanguage()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
