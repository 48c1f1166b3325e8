import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** A condition on a label. */
export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** One place where an expression reads a metric. */
export interface Selection {
  readonly metric: string
  readonly matchers: readonly Matcher[]
  /** Labels that something around it groups by. */
  readonly groupedBy: readonly string[]
}

/** Every metric that a PromQL expression reads. Throws when it is not PromQL. */
export function selectionsOf(expression: string): Selection[] {
  const textOf = (node: SyntaxNode) => expression.slice(node.from, node.to)
  const selections: Selection[] = []

  function visit(node: SyntaxNode, groupedBy: readonly string[]): void {
    if (node.type.isError) throw new Error(`not PromQL near ${node.from}: ${expression}`)
    if (node.name === 'VectorSelector') {
      const metric = node.getChild('Identifier')
      if (metric === null) throw new Error(`a selector without metric: ${textOf(node)}`)
      selections.push({ metric: textOf(metric), matchers: matchersOf(node), groupedBy })
    }
    const inner = node.name === 'AggregateExpr' ? [...groupedBy, ...groupingOf(node)] : groupedBy
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, inner)
  }

  function matchersOf(selector: SyntaxNode): Matcher[] {
    const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
    return matchers.map(matcher => {
      const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map(name => matcher.getChild(name))
      if (!label || !operator || !value) throw new Error(`a matcher that is not whole: ${textOf(matcher)}`)
      return { label: textOf(label), operator: textOf(operator), value: textOf(value).slice(1, -1) }
    })
  }

  function groupingOf(aggregate: SyntaxNode): string[] {
    const labels = aggregate.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
    return labels.map(textOf)
  }

  visit(parser.parse(expression).topNode, [])
  return selections
}
