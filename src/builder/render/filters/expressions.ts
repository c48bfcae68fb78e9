/** Jekyll's filters that take an expression: where_exp, find_exp, group_by_exp. */

import type { Condition, FilterContext, FilterDefinition } from '../../../liquid/definition.js'
import { LiquidError } from '../../../liquid/error.js'
import type { Engine, Template } from '../../../liquid/engine.js'
import type { LiquidValue } from '../../../liquid/value.js'
import { toRubyString } from '../../../liquid/text.js'
import { hostOf } from '../host.js'
import { makeGroups, numbersOf, pairsOrElements } from './lists.js'
import { elementsOf } from './property.js'

// A name that no template can write.
const RESULT = ' result'

/** Evaluates a template for each element, bound to the variable; its result is what it assigned. */
function evaluator(template: Template, name: LiquidValue | undefined, { render }: FilterContext) {
  const scope = new Map<string, LiquidValue>()
  return (item: LiquidValue): LiquidValue => {
    scope.set(toRubyString(name ?? ''), item)
    return render.withScope(scope, () => {
      render.assigns.delete('galley_result')
      renderHere(template, render)
      const value = render.assigns.get('galley_result') ?? null
      render.assigns.delete('galley_result')
      return value
    })
  }
}

// The expression has no line of its own: an error is where the filter stands.
function renderHere(template: Template, render: FilterContext['render']): void {
  try {
    template.render(render)
  } catch (error) {
    throw error instanceof LiquidError ? new LiquidError(error.code, error.reason) : error
  }
}

// Read strictly in every error mode, as Jekyll does: what makes no sense ends the build.
function condition([name, source]: readonly LiquidValue[], { render }: FilterContext) {
  const holds = conditionOf(hostOf(render).engine, toRubyString(source ?? ''))
  const scope = new Map<string, LiquidValue>()
  return (item: LiquidValue): boolean => {
    scope.set(toRubyString(name ?? ''), item)
    return render.withScope(scope, () => holds(render))
  }
}

const conditions = new WeakMap<Engine, Map<string, Condition>>()

function conditionOf(engine: Engine, source: string): Condition {
  const known = conditions.get(engine) ?? new Map<string, Condition>()
  conditions.set(engine, known)
  const parsed = known.get(source) ?? engine.parseCondition(source)
  known.set(source, parsed)
  return parsed
}

function expression(args: readonly LiquidValue[], context: FilterContext) {
  const source = `{% assign galley_result = ${toRubyString(args[1] ?? '')} %}`
  const template = hostOf(context.render).template(`group_by_exp${RESULT}`, source)
  return evaluator(template, args[0], context)
}

/** The filters. */
export const EXPRESSION_FILTERS: readonly FilterDefinition[] = [
  {
    name: 'where_exp',
    arity: [2, 2],
    apply: (input, args, context) => {
      const elements = numbersOf(input, context) ?? elementsOf(input)
      return elements?.filter(condition(args, context)) ?? input
    },
  },
  {
    name: 'find_exp',
    arity: [2, 2],
    apply: (input, args, context) => {
      const elements = numbersOf(input, context) ?? elementsOf(input)
      return elements === null ? input : (elements.find(condition(args, context)) ?? null)
    },
  },
  {
    name: 'group_by_exp',
    arity: [2, 2],
    apply: (input, args, context) => {
      const elements = numbersOf(input, context) ?? pairsOrElements(input)
      return elements === null ? input : makeGroups(elements, expression(args, context))
    },
  },
]
