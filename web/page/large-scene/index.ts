/** The page at scale: fetched when a scene is too much work for the page's own thread. */
import '../../views/tokens/long-tokens.ts';
import '../../views/overview/overview.ts';
import './large-panel.ts';

export { type Audience, WorkerClient } from './worker-client.ts';
