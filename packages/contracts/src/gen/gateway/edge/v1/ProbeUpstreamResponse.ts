// Original file: ../../proto/gateway/edge/v1/probe_service.proto

import type { ProbedTool as _gateway_edge_v1_ProbedTool, ProbedTool__Output as _gateway_edge_v1_ProbedTool__Output } from '../../../gateway/edge/v1/ProbedTool.ts';

export interface ProbeUpstreamResponse {
  'title'?: (string);
  'description'?: (string);
  'tools'?: (_gateway_edge_v1_ProbedTool)[];
  'answerMs'?: (number);
}

export interface ProbeUpstreamResponse__Output {
  'title': (string);
  'description': (string);
  'tools': (_gateway_edge_v1_ProbedTool__Output)[];
  'answerMs': (number);
}
