#include "math/random.hpp"
#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

using Texts = std::vector<std::string>;

namespace {

Embedding random_embedding(std::uint32_t seed, Distribution distribution = Distribution::normal) {
  Embedding embedding;
  embedding.kind = Embedding::Kind::random;
  embedding.draw.seed = seed;
  embedding.draw.distribution = distribution;
  return embedding;
}

Embedding table(Texts names, const Rows& rows) {
  Embedding embedding;
  embedding.kind = Embedding::Kind::table;
  embedding.row_names = std::move(names);
  embedding.rows = matrix(rows);
  return embedding;
}

Rows rows_for(const Embedding& embedding, const Texts& vocabulary, std::size_t d_model) {
  return matrix_of(steps::embedding_matrix(embedding, vocabulary, d_model));
}

}  // namespace

TEST_CASE("one-hot rows have a 1 in the token's column and zeros elsewhere") {
  Embedding embedding;
  embedding.kind = Embedding::Kind::one_hot;
  const Texts vocabulary{"a", "b"};
  CHECK(rows_for(embedding, vocabulary, 2) == Rows{{1, 0}, {0, 1}});
  CHECK(rows_for(embedding, vocabulary, 4) == Rows{{1, 0, 0, 0}, {0, 1, 0, 0}});
}

TEST_CASE("a drawn row depends only on the token's text and the seed") {
  const Embedding embedding = random_embedding(3);
  const Rows alone = rows_for(embedding, {"cat"}, 4);
  const Rows among = rows_for(embedding, {"the", "cat", "sat"}, 4);
  CHECK(xt::row(among, 1) == xt::row(alone, 0));
  CHECK(xt::row(among, 0) != xt::row(among, 1));
  CHECK(rows_for(random_embedding(4), {"cat"}, 4) != alone);
}

TEST_CASE("a wider drawn row begins with the narrower one") {
  const Rows narrow = rows_for(random_embedding(3), {"cat"}, 2);
  const Rows wide = rows_for(random_embedding(3), {"cat"}, 7);
  CHECK(xt::view(wide, xt::all(), xt::range(0, 2)) == narrow);
}

// Computed independently from the papers of PCG32, FNV-1a and the polar method.
TEST_CASE("drawn rows are the same numbers on every platform") {
  const Rows rows = rows_for(random_embedding(3), {"cat", "雪"}, 4);
  CHECK(xt::row(rows, 0) == Row{-0x1.134198p-1, 0x1.b817cap+0, -0x1.9f71b0p-2, 0x1.12a43ap+0});
  CHECK(xt::row(rows, 1) == Row{-0x1.40d218p-2, 0x1.54c42ep+0, -0x1.a00706p-1, 0x1.2b354cp+0});
}

TEST_CASE("the stream of a token is FNV-1a of its bytes") {
  CHECK(stream_of("") == 0xcbf29ce484222325ULL);
  CHECK(stream_of("a") == 0xaf63dc4c8601ec8cULL);
  CHECK(stream_of("foobar") == 0x85944171f73967e8ULL);
}

TEST_CASE("a table gives each token the row of its name") {
  const Embedding embedding = table({"dog", "cat"}, {{1, 2, 3}, {4, 5, 6}});
  CHECK(rows_for(embedding, {"cat", "dog"}, 3) == Rows{{4, 5, 6}, {1, 2, 3}});
}

TEST_CASE("a token without a table row is drawn like a random one if draw_missing is set") {
  Embedding embedding = table({"cat"}, {{4, 5, 6}});
  embedding.draw_missing = true;
  embedding.draw.seed = 3;
  const Rows rows = rows_for(embedding, {"cat", "dog"}, 3);
  CHECK(xt::row(rows, 0) == Row{4, 5, 6});
  CHECK(xt::row(rows, 1) == xt::row(rows_for(random_embedding(3), {"dog"}, 3), 0));
}

TEST_CASE("x0 has the rows of E in the order of the tokens") {
  const Tensor E = matrix({{1, 2, 3}, {4, 5, 6}});
  CHECK(difference(computed(steps::embed(steps::Side::both, false), {4, 3}, {vector({1, 0, 1, 1}), E}),
                   Rows{{4, 5, 6}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}}, 0) == "");
}
