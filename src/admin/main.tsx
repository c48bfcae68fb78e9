/** The web admin: everything that editors do, over the API. */

import { createRoot } from 'react-dom/client'
import './style/tokens.css'
import './style/setup.css'
import './style/base.css'
import './style/controls.css'
import './style/overlays.css'
import './style/layout.css'
import './style/waiting.css'
import './style/content.css'
import './style/blocks.css'
import './style/fields.css'
import './style/search.css'
import './style/source.css'
import { App } from './app/app.js'
import { applyTheme } from './app/theme.js'
import { loadLanguage } from './text/text.js'

applyTheme()
await loadLanguage()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
