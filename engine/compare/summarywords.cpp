// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/summarywords.h"

#include <array>

namespace connscope::compare {

namespace {

struct Row {
    Words words;
    std::string_view english;
    std::string_view chinese;
};

// In the order of Words; a test holds that, and that both languages have the same slots.
// clang-format off
constexpr std::array<Row, kWordsCount> kRows {{
    {Words::Same, "Nothing differs: {connections} and {events} of each run have their counterpart in the other.",
        "没有差别：两次运行的 {connections}和 {events}一一对应。"},
    {Words::NothingElse, "Nothing else differs: {connections} and all other events of each run have their counterpart in the other.",
        "其他没有差别：两次运行的 {connections}和其余所有事件一一对应。"},
    {Words::SettingDiffers, "{key} of {owner} is {first} in the first run and {second} in the second.",
        "{owner} 的 {key} 在第一次运行中是 {first}，在第二次运行中是 {second}。"},
    {Words::Parting, "The runs part at {time}, where only in {run}: {sentence} ({rule}).",
        "两次运行在 {time} 处分开，只在{run}中：{sentence}（{rule}）。"},
    {Words::PartingOtherwise,
        "The runs part at {time}: {sentence} ({rule}) in {run}; in the other that comes at {other}, of another cause.",
        "两次运行在 {time} 处分开：{run}中{sentence}（{rule}）；另一次中这发生在 {other}，原因不同。"},
    {Words::OnlyBroker, "Only {run} has {list}.", "只有{run}有 {list}。"},
    {Words::OnlyClient, "Only {run} has {client}.", "只有{run}有 {client}。"},
    {Words::OnlyConnections, "Only {run} has {connections} of {client} to {nodes}, opened by this rule: {rule}.",
        "只有{run}有 {client} 到 {nodes} 的 {connections}，打开的规则：{rule}。"},
    {Words::EndDiffers, "{connections} ({nodes}): {first} in the first run, {second} in the second.",
        "{connections}（{nodes}）：第一次运行中{first}，第二次运行中{second}。"},
    {Words::IdleDiffers, "{connections} ({nodes}), {end} in both runs: after {first} without use in the first, after {second} in the second.",
        "{connections}（{nodes}），两次运行都{end}：第一次在 {first} 未使用之后，第二次在 {second} 之后。"},
    {Words::CloseWaitDiffers, "CLOSE-WAIT at the client's end: {first} in the first run, {second} in the second.",
        "客户端一侧的 CLOSE-WAIT：第一次运行中{first}，第二次运行中{second}。"},
    {Words::ReasonDiffers, "{connections} ({nodes}) opened by another rule: {first} in the first run, {second} in the second.",
        "{connections}（{nodes}）的打开规则不同：第一次运行是{first}，第二次运行是{second}。"},
    {Words::RoleDiffers, "{connections} ({nodes}) of another role: {first} in the first run, {second} in the second.",
        "{connections}（{nodes}）的角色不同：第一次运行是{first}，第二次运行是{second}。"},
    {Words::BrokerDiffers, "{connections} ({nodes}) to another broker: {first} in the first run, {second} in the second.",
        "{connections}（{nodes}）到了别的 Broker：第一次运行是 {first}，第二次运行是 {second}。"},
    {Words::ReconnectsAnHour, "{client} reconnects {times} more an hour in {run} ({first} against {second}).",
        "{client} 在{run}中每小时多重连 {times}（{first} 与 {second}）。"},
    {Words::Reconnects, "{client} reconnects {times} more in {run} ({first} against {second}).",
        "{client} 在{run}中多重连 {times}（{first} 与 {second}）。"},
    {Words::RequestsDiffer, "Requests in the second run: {list}.", "第二次运行的请求：{list}。"},
    {Words::More, "({n} more of this kind)", "（另有 {n} 条此类差别）"},
    {Words::TheFirst, "the first run", "第一次运行"},
    {Words::TheSecond, "the second run", "第二次运行"},
    {Words::NotSet, "not set", "未设置"},
    {Words::OfBroker, "broker {list}", "Broker {list}"},
    {Words::OfBrokers, "brokers {list}", "Broker {list}"},
    {Words::Closed, "closed by the {side} ({rule})", "由{side}关闭（{rule}）"},
    {Words::OpenAtEnd, "open at the end", "到最后仍然打开"},
    {Words::UpTo, "{connections} for up to {time}", "{connections}，最长 {time}"},
    {Words::None, "none", "没有"},
    {Words::Range, "{from} to {to}", "{from} 至 {to}"},
    {Words::MoreNodes, "{n} more", "另外 {n} 个"},
    {Words::Events, "{n} event|{n} events", "{n} 个事件"},
    {Words::Times, "once|{n} times", "{n} 次"},
    {Words::MoreOf, "{n} {api} more", "{api} 多 {n} 个"},
    {Words::FewerOf, "{n} {api} fewer", "{api} 少 {n} 个"},
}};
// clang-format on

} // namespace

std::string_view words(Words words, analysis::Language language)
{
    const Row& row = kRows[static_cast<std::size_t>(words)];
    return language == analysis::Language::Chinese ? row.chinese : row.english;
}

} // namespace connscope::compare
