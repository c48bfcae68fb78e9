import { words, type Grammar } from '../grammar.js'
import type { WordTable } from '../lexing.js'
import { closed, closedOnLine } from '../pattern.js'
import { GROOVY_WORDS } from '../words/groovy.js'

/** Groovy, and what is written in it with words of its own. */
function groovyWith(names: WordTable): Grammar {
  return {
    states: {
      root: [
        // A name before a parenthesis, behind types at the beginning of a line, is a method's.
        [
          /(?<=^[ \t]*)((?:[a-zA-Z_][\w.[\]]*\s+){1,9}?)([a-zA-Z_]\w*)(\s*)(\()/,
          (run, _text, match) => {
            run.recurse(match[1] ?? '')
            run.emit('nf', match[2] ?? '')
            run.emit('', match[3] ?? '')
            run.emit('o', '(')
          },
        ],
        [/\s+/, ''],
        [/\/\/[^\n]*/, 'c1'],
        [closed(/\/\*/, /.*?\*\//s), 'cm'],
        [/@[a-zA-Z_][\w.]*/, 'nd'],
        [/(class|interface|trait)(\s+)([a-zA-Z_]\w*)/, ['kd', '', 'nc']],
        [/(import|package)(\s+)([\w.]*\w(?:\.\*)?)/, ['kn', '', 'nn']],
        [closed(/"""/, /(?:\\[^]|[^\\])*?"""/), 's2'],
        [closed(/'''/, /(?:\\[^]|[^\\])*?'''/), 's1'],
        [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's2'],
        [closedOnLine(/'/, /(?:\\.|[^'\\\n])*'/), 's1'],
        [closed(/\$\//, /.*?\/\$/s), 's'],
        [closedOnLine(/\/(?![ *=/])/, /(?:\\.|[^/\\\n])*\//), 's'],
        [/(\.)([a-zA-Z_]\w*)/, ['o', 'na']],
        [/[a-zA-Z_]\w*:/, 'nl'],
        [/[a-zA-Z_$]\w*/, names],
        [/\d+\.\d+(?:e[+-]?\d+)?[fd]?|\d+[fd]/i, 'mf'],
        [/0x[0-9a-f]+/, 'mh'],
        [/\d+L?/, 'mi'],
        [/[-~^*!%&[\](){}<>|+=:;,./?]/, 'o'],
      ],
    },
  }
}

/** Groovy. */
export const groovy = groovyWith(words('n', GROOVY_WORDS))

/** Gradle's build scripts. */
export const gradle = groovyWith(
  words('n', {
    ...GROOVY_WORDS,
    k: `${GROOVY_WORDS.k} allprojects artifacts buildscript dependencies repositories sourceSets
      subprojects publishing`,
    kt: `${GROOVY_WORDS.kt} SourceSet Configuration Settings Gradle Script SourceSetOutput
      IncrementalTaskInputs JavaToolChain ExtensionAware ExtraPropertiesExtension Project Task
      ArtifactResolutionQuery ResolutionStrategy PluginDependenciesSpec PublishingExtension
      MavenPublication MavenArtifact MavenPom IvyPublication IvyArtifact
      IvyModuleDescriptorSpec ComponentSelection ComponentSelectionRules`,
  }),
)
